import { setImmediate as turn } from 'node:timers/promises';
import type { TypedRules } from '../check/typed.js';
import type { TestReport } from './report.js';
import { testCases, type TestOptions, type TestProgress } from './run-tests.js';

export interface SlicedTestOptions extends TestOptions {
  /** Stops the run. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every slice. */
  readonly onProgress?: ((progress: TestProgress) => void) | undefined;
  /** How long to run before other work of the process gets its turn. */
  readonly sliceMs?: number | undefined;
}

/** Short enough that a key press or the renewal of a lease is not noticeably late. */
const SLICE_MS = 20;

/**
 * Runs the tests of rules like `runTests`, but in slices: many cases of large rules take seconds, during which the process would
 * neither react to Ctrl-C nor renew the lease of its job.
 */
export async function runTestsInSlices(rules: TypedRules, options: SlicedTestOptions): Promise<TestReport> {
  const { signal, onProgress, sliceMs = SLICE_MS } = options;
  const run = testCases(rules, options);
  let sliceEnd = performance.now() + sliceMs;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = run.next();
    if (done === true) return value;
    if (performance.now() < sliceEnd) continue;
    onProgress?.(value);
    await turn();
    sliceEnd = performance.now() + sliceMs;
  }
}
