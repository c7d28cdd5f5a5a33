import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptLog, JobContext } from '../../engine/index.js';
import type { Corrections, ParserRun, SkippedLines } from '../../parse/index.js';
import { stagedName } from '../../contract/index.js';
import type { CasparianError } from '../../platform/index.js';
import type { JobInput } from './input-of-job.js';
import type { TenantDatabase } from '../../database/index.js';
import type { PipelineRuntime } from './runtime.js';

/** Turns a file into rows: a registered parser, or the built-in readers. */
export interface JobReader {
  /** The name in the ledger. */
  readonly name: string;
  /** Reads the file and writes its rows to staged files. */
  stage(request: StagedRunRequest): Promise<StagedRun>;
  /** Turns a run's failure into the job's failure: adds the phase and the hints for a server. */
  failure(error: CasparianError, run: StagedRun, request: StagedRunRequest): CasparianError;
}

/** One file to read in one attempt at a job. */
export interface StagedRunRequest {
  readonly runtime: PipelineRuntime;
  /** Limited to the job's tenant. */
  readonly database: TenantDatabase;
  readonly input: JobInput;
  readonly context: JobContext;
  readonly log: AttemptLog;
  /** As in `runParser`: only these rows are written. */
  readonly onlyRows?: (output: string) => ReadonlySet<number> | undefined;
  /** Corrected values of rows, as in `runParser`. */
  readonly corrections?: (output: string) => Corrections;
}

export interface StagedRun extends ParserRun {
  readonly origin: RowsOrigin;
  /** Remarks about how the file was read, in sentences. */
  readonly notes: readonly string[];
  /** Why the file was skipped; absent if it was read. */
  readonly skipped?: string;
  /** What may be wrong although the file was read: the job completes with warnings. */
  readonly warnings: readonly string[];
  readonly skippedLines: SkippedLines;
}

/** The parser that made the rows of a run, as recorded in the ledger. */
export interface RowsOrigin {
  readonly parser: string;
  readonly version: string;
  readonly sourceHash: string;
  /** The dataset of the built-in readers; null for a registered parser. */
  readonly dataset: string | null;
}

/** Where a run's files are staged. */
export function stagingPath({ runtime, context }: StagedRunRequest): (fileName: string) => string {
  const prefix = `${context.job.id}-${context.fence}-`;
  return (fileName) => join(runtime.home.staging, stagedName(prefix + fileName));
}

/** Removes the staged files of a run. */
export async function discardStaged({
  outputs,
  quarantines,
  skippedLines,
}: Pick<ParserRun, 'outputs' | 'quarantines'> & { readonly skippedLines?: SkippedLines }): Promise<void> {
  const lines = skippedLines?.file ?? null;
  for (const { path } of [...outputs, ...quarantines, ...(lines === null ? [] : [lines])]) {
    await unlink(path).catch(() => undefined);
  }
}
