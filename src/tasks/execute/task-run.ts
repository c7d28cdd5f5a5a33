import type { Launcher } from '../../process/index.js';
import type { AllowList } from './allow-list.js';

/** One run of a spec: whose it is, where it runs, and who listens. */
export interface TaskRun {
  /** The worker's environment: where PATH, `inherit` and `secrets` come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null for a run without a job. */
  readonly jobId: string | null;
  readonly attempt: number;
  readonly fence: number;
  readonly specHash: string;
  /** What this worker may run; undefined is anything. */
  readonly allow: AllowList | undefined;
  readonly launcher?: Launcher | undefined;
  /** Stops the program and all its children. */
  readonly signal: AbortSignal;
  /** What it writes, secrets struck out, in whole lines; only a line without an end is handed on in parts. */
  readonly stdout?: ((lines: Buffer) => void) | undefined;
  readonly stderr?: ((lines: Buffer) => void) | undefined;
  /** How much of the end of each stream the ending keeps. */
  readonly tailBytes?: number | undefined;
  readonly maxResultBytes: number;
}

export const DEFAULT_TAIL_BYTES = 4_096;
