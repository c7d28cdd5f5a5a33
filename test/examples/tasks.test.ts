import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { executeTask, PYTHON_HELPER, readRunSpec, type TaskEnding } from '../../src/tasks/index.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/tasks', import.meta.url));

/** The commands in the first lines of the examples. */
const COMMANDS = [
  ['python3', join(EXAMPLES, 'count_lines.py')],
  ['python3', '-m', 'casparian_task', 'count_lines_with_helper'],
  ['node', join(EXAMPLES, 'count-lines.mjs')],
  ['sh', join(EXAMPLES, 'count-lines.sh')],
];

function runs(payload: unknown, cwd: string): Promise<TaskEnding[]> {
  const env = { PYTHONPATH: [dirname(PYTHON_HELPER), EXAMPLES].join(':'), PYTHONDONTWRITEBYTECODE: '1' };
  const run = { env: process.env, jobId: null, attempt: 1, fence: 1, specHash: '', allow: undefined };
  const bounds = { signal: AbortSignal.timeout(20_000), maxResultBytes: 1_000_000 };
  return Promise.all(
    COMMANDS.map((command) => executeTask(readRunSpec({ command, payload, env, cwd }).spec, { ...run, ...bounds })),
  );
}

test('the examples report a result, request a retry, or fail permanently, in every language', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-example-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'orders.csv'), 'one\ntwo\n');
  const [counted, missing, misled] = await Promise.all([
    runs({ file: 'orders.csv' }, folder),
    runs({ file: 'later.csv' }, folder),
    runs({ file: 7e9 }, folder),
  ]);
  expect(counted.map(({ failure, result }) => failure ?? result)).toEqual(COMMANDS.map(() => ({ lines: 2 })));
  expect(missing.map(({ failure }) => failure?.retryable)).toEqual(COMMANDS.map(() => true));
  expect(missing.map(({ failure }) => failure?.retryAfterMs)).toEqual([null, 5_000, null, null]);
  expect(misled.map(({ failure }) => [failure?.code, failure?.retryable])).toEqual(
    COMMANDS.map(() => ['TASK_FAILED', false]),
  );
});
