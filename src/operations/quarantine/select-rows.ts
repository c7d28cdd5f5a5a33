import {
  countEntries,
  discardQuarantine,
  failedWithEvidence,
  parseQuarantineStatus,
  type QuarantineFilter,
  type ReplayPayload,
  replayPayloads,
  restoreQuarantine,
} from '../../pipeline/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { TenantScope } from '../tenant-scope.js';

/** Selects quarantined rows. */
export interface RowSelection {
  readonly job?: string | undefined;
  readonly parser?: string | undefined;
  readonly column?: string | undefined;
  /** The type of the error. */
  readonly error?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly rowNumbers?: readonly number[] | undefined;
  /** The dataset, or the output of the parser. */
  readonly output?: string | undefined;
  /** The id of the file. */
  readonly file?: string | undefined;
}

/** The filter of a selection. The rows of a job are open, or evidence of its failure, so both are selected with a job. */
export function quarantineFilter(selection: RowSelection): QuarantineFilter {
  const { job, parser, column, error, rowNumbers, output, file } = selection;
  const usual = job === undefined ? (['quarantined'] as const) : (['quarantined', 'evidence'] as const);
  const statuses = selection.statuses?.map(parseQuarantineStatus) ?? usual;
  const fileId = file?.toLowerCase();
  return { statuses, jobId: job?.toLowerCase(), parser, output, column, errorType: error, rowNumbers, fileId };
}

/** Counts the rows. Fails if they are those of an unknown job. */
export async function countRows({ engine, database }: TenantScope, filter: QuarantineFilter): Promise<number> {
  const rows = await countEntries(database, filter);
  if (rows === 0 && filter.jobId !== undefined) await engine.job(filter.jobId);
  return rows;
}

export interface DiscardRequest {
  readonly filter: QuarantineFilter;
  readonly reason: string;
  /** Called with the number of rows before anything changes. Throws to stop. */
  readonly confirm?: ((rows: number) => Promise<void>) | undefined;
}

/** Discards quarantined rows. Returns how many. */
export async function discardRows(scope: TenantScope, { filter, reason, confirm }: DiscardRequest): Promise<number> {
  const rows = await countRows(scope, filter);
  if (rows === 0) return 0;
  await confirm?.(rows);
  return discardQuarantine(scope.database, filter, reason);
}

export interface RestoreRequest {
  readonly filter: QuarantineFilter;
  /** Only rows that were discarded at this time or later: undoes one discard and not the ones before it. */
  readonly since?: number | undefined;
  /** Called with the number of rows before anything changes. Throws to stop. */
  readonly confirm?: ((rows: number) => Promise<void>) | undefined;
}

/** Puts discarded rows back into quarantine. Returns how many. */
export async function restoreRows(scope: TenantScope, request: RestoreRequest): Promise<number> {
  const filter = { ...request.filter, statuses: ['discarded'] as const, resolvedSince: request.since };
  const rows = await countRows(scope, filter);
  if (rows === 0) return 0;
  await request.confirm?.(rows);
  return restoreQuarantine(scope.database, filter);
}

export type RowsToReplay = ReplayPayload & { readonly rows: number };

export interface Replays {
  /** Quarantined rows that are read again. Empty if all are recovered already. */
  readonly rows: readonly RowsToReplay[];
  /** Jobs that failed because of their rows. Nothing was written, so they read their whole file again. */
  readonly failedJobs: readonly string[];
}

/** The rows of a job or a parser to read again, and its files of which no row was written. */
export async function findReplays(
  { engine, database }: TenantScope,
  {
    job,
    parser,
    sameVersion,
  }: { job?: string | undefined; parser?: string | undefined; sameVersion?: boolean | undefined },
): Promise<Replays> {
  const filter = { jobId: job?.toLowerCase(), parser };
  const rows = await replayPayloads(database, filter, { sameVersion });
  const failedJobs = await failedWithEvidence(database, filter);
  if (rows.length > 0 || failedJobs.length > 0) return { rows, failedJobs };
  if ((await countEntries(database, { ...filter, statuses: ['recovered'] })) > 0) return { rows, failedJobs };
  if (job !== undefined) await engine.job(job);
  throw new CasparianError('QUARANTINE_EMPTY', `No row of ${job ?? `'${parser}'`} is quarantined`, {
    next: [hint('See which jobs have some', { action: 'quarantine.list', options: { summary: true } })],
  });
}
