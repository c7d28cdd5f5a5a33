import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runProcess, tailText } from '../../src/process/index.js';
import type { ProcessOptions } from '../../src/process/options.js';
import { program } from './programs.js';

async function received(options: Omit<ProcessOptions, 'argv'>, ...args: string[]): Promise<unknown> {
  const { stdoutTail } = await runProcess({ argv: program('tells-what-it-got.mjs', ...args), ...options });
  return JSON.parse(tailText(stdoutTail));
}

test('the environment is what was given and nothing of ours', async () => {
  const got = (await received({ env: { GREETING: 'hello', ABSENT: undefined } })) as { env: object };
  // macOS adds a variable of its own to every process.
  const { __CF_USER_TEXT_ENCODING: _, ...env } = got.env as Record<string, string>;
  expect(env).toEqual({ GREETING: 'hello' });
});

test('the working directory is the one asked for', async () => {
  const cwd = realpathSync(tmpdir());
  expect(await received({ env: {}, cwd })).toMatchObject({ cwd });
});

test('no shell reads the arguments', async () => {
  const args = ['$HOME', '`id`', '; exit 9', '*', 'two words', '"\'\\', 'line\nbreak', '--', ''];
  expect(await received({ env: {} }, ...args)).toMatchObject({ arguments: args });
});

test('a bare name is looked up in the PATH that was given', async () => {
  const there = await runProcess({ argv: ['sh', '-c', 'exit 6'], env: { PATH: '/usr/bin:/bin' } });
  const nowhere = await runProcess({ argv: ['sh', '-c', 'exit 6'], env: { PATH: '/nowhere' } });
  expect(there).toMatchObject({ ending: 'exited', exitCode: 6 });
  expect(nowhere).toMatchObject({ ending: 'not_started', startError: { code: 'ENOENT' } });
});
