import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { optimiseFromFirstJob, staySmall } from '../../src/cli/stay-small.js';
import { waitUntil } from '../services/wait-until.js';

beforeEach(() => setFlagsFromString('--allow-natives-syntax'));
afterEach(() => {
  setFlagsFromString('--no-allow-natives-syntax');
  setFlagsFromString('--opt');
});

/** Whether V8 optimises a new function that is called often. */
function isOptimised(): boolean {
  const work = runInThisContext('(n) => { let sum = 0; for (let i = 0; i < n; i++) sum += i % 7; return sum; }') as (
    n: number,
  ) => number;
  const status = runInThisContext('(work) => %GetOptimizationStatus(work)') as (work: unknown) => number;
  /** Of the optimising compiler, in V8's `OptimizationStatus`. */
  const OPTIMISED = 1 << 6;
  for (let round = 0; round < 2_000; round++) {
    work(10_000);
    if ((status(work) & OPTIMISED) !== 0) return true;
  }
  return false;
}

/** On a busy machine, the thread that optimises comes too late for one function. */
const optimises = (): Promise<boolean> => waitUntil(isOptimised, { for: 'an optimised function', intervalMs: 0 });

test('a worker optimises no code before its first job', async () => {
  await optimises();
  staySmall();
  expect(isOptimised()).toBe(false);
  const { claimed } = optimiseFromFirstJob();
  expect(isOptimised()).toBe(false);
  claimed?.([], 1);
  await optimises();
});
