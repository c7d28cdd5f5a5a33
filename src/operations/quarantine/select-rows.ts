import {
  countEntries,
  discardQuarantine,
  parseQuarantineStatus,
  type QuarantineFilter,
  type ReplayPayload,
  replayPayloads,
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
}

/** The filter of a selection. The rows of a job are open, or evidence of its failure, so both are selected with a job. */
export function quarantineFilter(selection: RowSelection): QuarantineFilter {
  const { job, parser, column, error, rowNumbers } = selection;
  const usual = job === undefined ? (['quarantined'] as const) : (['quarantined', 'evidence'] as const);
  const statuses = selection.statuses?.map(parseQuarantineStatus) ?? usual;
  return { statuses, jobId: job?.toLowerCase(), parser, column, errorType: error, rowNumbers };
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

export type RowsToReplay = ReplayPayload & { readonly rows: number };

/** The replays for the quarantined rows of a job or a parser. Empty if all its rows are recovered already. */
export async function findReplays(
  { engine, database }: TenantScope,
  { job, parser }: { job?: string | undefined; parser?: string | undefined },
): Promise<RowsToReplay[]> {
  const filter = { jobId: job?.toLowerCase(), parser };
  const payloads = await replayPayloads(database, filter);
  if (payloads.length > 0) return payloads;
  if ((await countEntries(database, { ...filter, statuses: ['recovered'] })) > 0) return [];
  if (job !== undefined) await engine.job(job);
  const evidence = await countEntries(database, { ...filter, statuses: ['evidence'] });
  const rows = evidence === 1 ? '1 row is' : `${evidence.toLocaleString('en-US')} rows are`;
  throw new CasparianError('QUARANTINE_EMPTY', `No row of ${job ?? `'${parser}'`} is quarantined`, {
    ...(evidence === 0 ? {} : { why: `${rows} kept as evidence of a failure: no output was written.` }),
    next: [
      evidence === 0 || job === undefined
        ? hint('See which jobs have some', { action: 'quarantine.list', options: { summary: true } })
        : hint('Correct the cause, then', { action: 'job.retry', arguments: [job] }),
    ],
  });
}
