import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInterpreter } from '../../../src/bridge/parser/interpreter.js';
import { findParser } from '../../../src/bridge/parser/parser-file.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'interpreter-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function program(path: string, mode = 0o755): Promise<string> {
  const whole = join(folder, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, '#!/bin/sh\n');
  await chmod(whole, mode);
  return whole;
}

async function find(wishes: { python?: string; env?: Record<string, string> } = {}) {
  await writeFile(join(folder, 'parser.py'), '');
  const parser = await findParser(join(folder, 'parser.py'));
  return findInterpreter(parser, { python: wishes.python, env: wishes.env ?? {} });
}

test('--python wins over all the others', async () => {
  const mine = await program('mine/python3.12');
  await program('venv/bin/python');
  await program('.venv/bin/python');
  const env = { VIRTUAL_ENV: join(folder, 'venv') };
  expect(await find({ python: mine, env })).toEqual({ path: mine, chosenBy: '--python' });
});

test('--python may be the folder of an environment', async () => {
  const inside = await program('mine/bin/python');
  expect(await find({ python: join(folder, 'mine') })).toEqual({ path: inside, chosenBy: '--python' });
});

test('--python may be a name on the PATH', async () => {
  const named = await program('bin/python3.13');
  expect(await find({ python: 'python3.13', env: { PATH: join(folder, 'bin') } })).toMatchObject({ path: named });
});

test.each(['no-such-python', '/no/such/python', '.'])(
  '--python %s cannot be run, and nothing else is tried',
  async (python) => {
    await program('bin/python3');
    await expect(find({ python, env: { PATH: join(folder, 'bin') } })).rejects.toMatchObject({
      code: 'INTERPRETER_NOT_FOUND',
      exitCode: 2,
    });
  },
);

test('the active environment comes before the one beside the parser', async () => {
  const active = await program('venv/bin/python');
  await program('.venv/bin/python');
  expect(await find({ env: { VIRTUAL_ENV: join(folder, 'venv') } })).toEqual({
    path: active,
    chosenBy: '$VIRTUAL_ENV',
  });
});

test('an active environment without a Python is an error, not passed over', async () => {
  await program('.venv/bin/python');
  await program('venv/bin/python', 0o644);
  await expect(find({ env: { VIRTUAL_ENV: join(folder, 'venv') } })).rejects.toMatchObject({
    code: 'INTERPRETER_NOT_FOUND',
    message: `The active environment has no Python: ${folder}/venv`,
  });
});

test('the environment beside the parser comes before the PATH', async () => {
  const local = await program('.venv/bin/python');
  await program('bin/python3');
  expect(await find({ env: { PATH: join(folder, 'bin'), VIRTUAL_ENV: '' } })).toEqual({
    path: local,
    chosenBy: '.venv beside the parser',
  });
});

test('on the PATH python3 comes before python, in whichever folder', async () => {
  const older = await program('first/python');
  const path = [join(folder, 'first'), join(folder, 'second')].join(':');
  expect(await find({ env: { PATH: path } })).toEqual({ path: older, chosenBy: 'the PATH' });
  const newer = await program('second/python3');
  expect(await find({ env: { PATH: path } })).toEqual({ path: newer, chosenBy: 'the PATH' });
});

test('without any Python the error says where it was looked for', async () => {
  await mkdir(join(folder, 'python3'));
  await expect(find({ env: { PATH: folder } })).rejects.toMatchObject({
    code: 'INTERPRETER_NOT_FOUND',
    why: 'Neither python3 nor python is on the PATH.',
  });
});

test('a parser for Node runs with the Node that runs us, whatever Python is wished for', async () => {
  await writeFile(join(folder, 'parser.ts'), '');
  const parser = await findParser(join(folder, 'parser.ts'));
  expect(await findInterpreter(parser, { python: 'nope', env: {} })).toEqual({
    path: process.execPath,
    chosenBy: 'this Node',
  });
});
