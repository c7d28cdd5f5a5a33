import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProcess, tailText } from '../../src/process/index.js';
import { allGone, runOverheard } from './programs.js';

const warnings: Error[] = [];
const onWarning = (warning: Error) => warnings.push(warning);
beforeEach(() => void process.on('warning', onWarning));
afterEach(() => void process.off('warning', onWarning));

test('50 programs at once keep their outputs and endings apart, and leave no listener behind', async () => {
  const listenersBefore = process.listenerCount('SIGTERM') + process.listenerCount('exit');
  const { signal } = new AbortController();
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      runProcess({ argv: ['/bin/sh', '-c', `echo program ${index}; exit ${index}`], env: {}, signal }),
    ),
  );
  expect(results.map(({ exitCode }) => exitCode)).toEqual(results.map((_, index) => index));
  expect(results.map(({ stdoutTail }) => tailText(stdoutTail))).toEqual(
    results.map((_, index) => `program ${index}\n`),
  );
  expect(process.listenerCount('SIGTERM') + process.listenerCount('exit')).toBe(listenersBefore);
  expect(warnings).toEqual([]);
});

test('one abort ends 20 groups', async () => {
  const controller = new AbortController();
  const argv = ['/bin/sh', '-c', 'sleep 600 & echo $!; echo $$; wait'];
  const runs = Array.from({ length: 20 }, () => runOverheard({ argv, signal: controller.signal }));
  const pids = (await Promise.all(runs.map((run) => run.pids(2)))).flat();
  controller.abort();
  const results = await Promise.all(runs.map((run) => run.result));
  expect(new Set(results.map(({ ending }) => ending))).toEqual(new Set(['aborted']));
  expect(new Set(pids).size).toBe(40);
  await allGone(pids);
  expect(warnings).toEqual([]);
});
