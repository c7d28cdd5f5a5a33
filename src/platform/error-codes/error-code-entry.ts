import type { Hint } from '../hint.js';

/** The properties shared by all errors of one code. */
export interface ErrorCodeEntry {
  /** Exit code of a command that ends with this error: 1 failed, 2 usage, 3 not found or conflict, 75 try later. */
  readonly exit: 1 | 2 | 3 | 75 | 130;
  /** Whether a job attempt that fails with this code is worth another attempt. */
  readonly retryable: boolean;
  /** The paragraph that `casparian explain CODE` prints. */
  readonly explain: string;
  /** What to do, where an operation or option helps. */
  readonly next?: readonly Hint[];
}
