import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { executeTask, type TaskRun } from '../../../src/tasks/execute/execute-task.js';
import type { RunSpec } from '../../../src/tasks/spec/run-spec.js';
import { runOf, runShell, specOf } from './run.js';

async function environmentOf(spec: Partial<RunSpec>, run: Partial<TaskRun>): Promise<Record<string, string>> {
  // A shell adds variables of its own; `env` does not.
  const { stdout } = await executeTask(specOf(['/usr/bin/env'], spec), runOf(run));
  const lines = stdout.tail.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

test('the program sees PATH, what the spec names, and who it is; nothing else', async () => {
  const env = { PATH: '/usr/bin:/bin', LANG: 'de_DE', DATABASE_URL: 'postgres://x', HOME: '/root', API_TOKEN: '' };
  const spec = { env: { A: '1', EMPTY: '' }, inherit: ['LANG'], secrets: ['API_TOKEN'] };
  expect(await environmentOf(spec, { env })).toEqual({
    PATH: '/usr/bin:/bin',
    A: '1',
    EMPTY: '',
    LANG: 'de_DE',
    API_TOKEN: '',
    CASPARIAN_JOB_ID: 'job-1',
    CASPARIAN_ATTEMPT: '1',
    CASPARIAN_FENCE: '7',
    CASPARIAN_SPEC_HASH: 'abc',
    CASPARIAN_RESULT_FD: '3',
  });
});

test("a spec's own PATH counts, who the program is cannot be forged, and a run by hand has no job", async () => {
  const spec = { env: { PATH: '/bin', CASPARIAN_FENCE: '9', CASPARIAN_RESULT_FD: '1' } };
  const seen = await environmentOf(spec, { jobId: null });
  expect(seen).toMatchObject({ PATH: '/bin', CASPARIAN_JOB_ID: '', CASPARIAN_FENCE: '7', CASPARIAN_RESULT_FD: '3' });
});

test('variables that the worker does not have are named, all at once', async () => {
  const ending = await runShell('true', { inherit: ['LANG', 'PATH'], secrets: ['API_TOKEN'] });
  expect(ending.failure).toMatchObject({
    code: 'TASK_NOT_STARTED',
    retryable: false,
    message: 'The program needs variables that are not set on this worker: LANG (inherit), API_TOKEN (secrets)',
  });
});

test('the program starts in its folder', async () => {
  const cwd = realpathSync(tmpdir());
  expect((await runShell('pwd', { cwd })).stdout.tail).toBe(`${cwd}\n`);
  expect((await runShell('pwd')).stdout.tail).toBe(`${process.cwd()}\n`);
});
