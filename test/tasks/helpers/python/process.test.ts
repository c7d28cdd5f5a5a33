import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runHelper, startHelper } from './run-helper.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'casparian-helper-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test.each(['clean_up', 'clean_up_async'])('SIGTERM lets %s run its finally, and may be tried again', async (name) => {
  const cwd = await folder();
  const { child, ended } = startHelper([`errands:${name}`], { cwd });
  // It is in the middle of it as soon as it has printed: prints are not kept in a buffer.
  child.stdout!.once('data', () => child.kill('SIGTERM'));
  const { envelope, exitCode } = await ended;
  expect(await readFile(join(cwd, 'cleaned.txt'), 'utf8')).toBe('yes');
  expect(envelope.error).toMatchObject({ class: 'Terminated', message: 'ended by SIGTERM', retryable: true });
  expect(exitCode).toBe(143);
});

test('a task that closes all descriptors and takes their numbers still reports, and its own file is left alone', async () => {
  const cwd = await folder();
  const { reported, stdout } = await runHelper(['errands:close_everything'], { cwd });
  expect(reported).toBe('');
  expect(stdout).toBe('\n{"ok": true, "result": "closed"}\n');
  expect(await readFile(join(cwd, 'own.txt'), 'utf8')).toBe('');
});

test('a child that the task forked reports nothing', async () => {
  const { reported } = await runHelper(['errands:fork']);
  expect(reported).toBe('{"ok": true, "result": "parent"}\n');
});

test('a child that stays behind does not hold the descriptor', async () => {
  const { child, ended } = startHelper(['errands:leave_child']);
  const descriptor = child.stdio[3] as Readable;
  const reported = once(descriptor, 'end');
  const [said] = (await once(child.stdout!, 'data')) as [string];
  await reported;
  process.kill(Number(said), 'SIGKILL');
  expect((await ended).envelope).toEqual({ ok: true, result: 'left' });
});

test('the file parses as Python 3.9', () => {
  const helper = fileURLToPath(new URL('../../../../src/tasks/helpers/python/casparian_task.py', import.meta.url));
  const check = 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))';
  execFileSync('python3', ['-c', check, helper]);
});
