import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runTestsInSlices } from '../../../src/passport/rules/testing/run-tests-in-slices.js';
import { runTests, type TestProgress } from '../../../src/passport/rules/testing/run-tests.js';
import { typed } from './rule-source.js';

const TEN = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
const SOURCE = `
field a: Int = fold(${TEN}, 0, \\x y -> fold(${TEN}, x, \\z w -> z + w));
example one: {} => expect(a, == 550);;
property holds: cases(300) seed(1) => forall n: Int . implies(true, field("a") == 550);;
property fails: cases(50) seed(2) => forall n: Int . implies(n > 100, n < 1000);;
`;

test('tests in slices give the same report as tests in one go', async () => {
  const rules = typed(SOURCE);
  const report = runTests(rules, { seed: 7n });
  expect(report).toMatchObject({ totalCases: 351, status: 'FAILED', firstFailure: { inputs: { n: 1000 } } });
  expect(await runTestsInSlices(rules, { seed: 7n, sliceMs: 0 })).toEqual(report);
  expect(await runTestsInSlices(rules, { seed: 7n })).toEqual(report);
});

test('other work gets its turn after every slice, and progress is reported', async () => {
  const seen: TestProgress[] = [];
  let turns = 0;
  const over = new AbortController();
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await turn();
  })();
  await runTestsInSlices(typed(SOURCE), { seed: 7n, sliceMs: 0, onProgress: (progress) => seen.push(progress) });
  over.abort();
  await others;
  // A slice of no time ends after one case, or after one attempt to find a simpler counterexample.
  expect(seen.length).toBeGreaterThan(351);
  expect(turns).toBeGreaterThanOrEqual(seen.length - 1);
  expect(seen[0]).toEqual({ done: 1, total: 351 });
  expect(seen.at(-1)).toEqual({ done: 351, total: 351 });
});

test('a signal stops the run', async () => {
  const controller = new AbortController();
  let cases = 0;
  const run = runTestsInSlices(typed(SOURCE), {
    seed: 7n,
    sliceMs: 0,
    signal: controller.signal,
    onProgress: ({ done }) => {
      cases = done;
      if (done === 10) controller.abort(new Error('stop'));
    },
  });
  await expect(run).rejects.toThrow('stop');
  expect(cases).toBe(10);
  await expect(runTestsInSlices(typed(SOURCE), { seed: 7n, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});
