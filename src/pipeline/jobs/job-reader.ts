import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptLog, JobContext } from '../../engine/index.js';
import type { ParserRun } from '../../parse/index.js';
import { stagedName } from '../../contract/index.js';
import type { CasparianError } from '../../platform/index.js';
import type { JobInput } from './input-of-job.js';
import type { TenantDatabase } from '../tenant.js';
import type { PipelineRuntime } from './runtime.js';

/** What makes rows of a file: a registered parser, or the built-in readers. */
export interface JobReader {
  /** As the ledger knows it. */
  readonly name: string;
  /** Reads the file and leaves its rows staged, synced to the disk. */
  stage(request: StagedRunRequest): Promise<StagedRun>;
  /** A run's failure as the job's own: in which phase, and what to do about it on a server. */
  failure(error: CasparianError, run: StagedRun, request: StagedRunRequest): CasparianError;
}

/** One file to be read for one attempt at a job. */
export interface StagedRunRequest {
  readonly runtime: PipelineRuntime;
  /** Of the job's tenant. */
  readonly database: TenantDatabase;
  readonly input: JobInput;
  readonly context: JobContext;
  readonly log: AttemptLog;
  /** As `runParser` has it: only these rows are written. */
  readonly onlyRows?: (output: string) => ReadonlySet<number> | undefined;
}

export interface StagedRun extends ParserRun {
  readonly origin: RowsOrigin;
  /** What to know of how the file was read, in sentences. */
  readonly notes: readonly string[];
}

/** Who made the rows of a run, as the ledger has it. */
export interface RowsOrigin {
  readonly parser: string;
  readonly version: string;
  readonly sourceHash: string;
  /** Where the built-in readers put the rows; null for a registered parser. */
  readonly dataset: string | null;
}

/** Where a run's files are staged. */
export function stagingPath({ runtime, context }: StagedRunRequest): (fileName: string) => string {
  const prefix = `${context.job.id}-${context.fence}-`;
  return (fileName) => join(runtime.home.staging, stagedName(prefix + fileName));
}

/** Removes what a run has staged. */
export async function discardStaged({
  outputs,
  quarantines,
}: Pick<ParserRun, 'outputs' | 'quarantines'>): Promise<void> {
  for (const { path } of [...outputs, ...quarantines]) await unlink(path).catch(() => undefined);
}
