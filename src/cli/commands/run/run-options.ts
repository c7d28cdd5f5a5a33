import type { OutputFormat } from '../../../contract/index.js';
import type { Invocation } from '../../invocation.js';
import type { ReadingFlags } from '../../options/reading.js';

export interface RunOptions extends ReadingFlags {
  out?: string;
  into?: string;
  format: OutputFormat;
  contract?: string;
  python?: string;
  jobs: number;
  timeout?: number;
  memory?: number;
  failOnWarning?: boolean;
  traceback?: boolean;
  sandbox?: boolean;
}

export type RunInvocation = Invocation<RunOptions>;
