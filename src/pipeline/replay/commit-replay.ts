import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { RetryableError } from '../../engine/index.js';
import type { StagedFile } from '../../parse/index.js';
import type { MovedOutput } from '../outputs/move-outputs.js';
import { type OutputOrigin, registerOutputs } from '../outputs/register-outputs.js';
import { outputFacts } from '../jobs/parse-events.js';
import { type TenantEvent, recordEvent } from '../../events/index.js';
import { lockRevision } from '../schema/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import { settleCorrections } from '../corrections/apply-corrections.js';
import type { Correction } from '../corrections/correction.js';
import { insertLines } from '../quarantine/insert-lines.js';
import { replayableBase } from './base-job.js';
import type { RowNumbers } from './wanted-rows.js';

/** The rows of a finished replay. Their origin is the replay itself, with the current parser. */
export interface ReplayCommit extends OutputOrigin {
  readonly baseJob: string;
  /** The file's path. */
  readonly source: string;
  readonly recovered: RowNumbers;
  /** Corrections that the rows were read with. */
  readonly corrections: readonly Correction[];
  readonly outputs: readonly MovedOutput[];
  readonly quarantines: readonly StagedFile[];
}

const ROWS_PER_STATEMENT = 1_000;

/** The identity of a row stays; its errors are replaced. Rows that were discarded meanwhile stay discarded. */
const RENEW = `
  ON CONFLICT (tenant, job_id, output, row_number) DO UPDATE SET
    column_name = excluded.column_name, error_type = excluded.error_type, error_message = excluded.error_message,
    errors = excluded.errors, raw_data = excluded.raw_data
  WHERE cf_quarantine.status = 'quarantined'`;

/**
 * Moves recovered rows from the quarantine to the output, in the transaction that completes the replay, so each row
 * moves once. It may be called again if the database was busy, so it changes nothing outside the transaction.
 */
export async function commitReplay(tx: TenantTransaction, commit: ReplayCommit): Promise<void> {
  const { baseJob, fileId, parser, source } = commit;
  // A job that reads the whole file again takes the same lock, so one of the two sees the rows of the other.
  await lockRevision(tx);
  await replayableBase(tx, baseJob);
  for (const { output, rows } of commit.outputs) {
    const moved = await markRecovered(tx, commit, output);
    if (moved !== rows) throw takenMeanwhile(rows - moved);
  }
  for (const { output, path } of commit.quarantines) {
    const owner = { jobId: baseJob, fileId, parser, output, source };
    await insertLines(tx, owner, path, { status: 'quarantined', onConflict: RENEW });
  }
  await settleCorrections(tx, commit.corrections, { jobId: commit.jobId, quarantinedBy: baseJob });
  await registerOutputs(tx, commit, commit.outputs);
  await recordEvent(tx, ...replayEvents(commit));
}

/** Events of the file, as those of the job whose rows are read again. */
function replayEvents(commit: ReplayCommit): TenantEvent[] {
  const { jobId, baseJob, source, parser, version, sourceHash, outputs, quarantines } = commit;
  const about = { aggregateType: 'file', aggregateId: commit.fileId };
  const by = { job_id: jobId, replay_of: baseJob, source, parser, version, source_hash: sourceHash };
  const sum = (files: readonly { rows: number }[]): number => files.reduce((total, { rows }) => total + rows, 0);
  const counts = { recovered: sum(outputs), still_quarantined: sum(quarantines) };
  return [
    { ...about, eventType: 'quarantine.replayed', payload: { ...by, ...counts } },
    ...(outputs.length === 0
      ? []
      : [{ ...about, eventType: 'dataset.written', payload: { ...by, outputs: outputFacts(outputs) } }]),
  ];
}

async function markRecovered(
  tx: TenantTransaction,
  { baseJob, jobId, recovered }: ReplayCommit,
  output: string,
): Promise<number> {
  const numbers = [...(recovered.get(output) ?? [])];
  let moved = 0;
  for (let from = 0; from < numbers.length; from += ROWS_PER_STATEMENT) {
    const rows = await queryBuilder<PipelineSchema>(tx)
      .updateTable('cf_quarantine')
      .set({ status: 'recovered', resolved_at: sql<number>`cf_now()`, resolved_by: jobId })
      .where('tenant', '=', tx.tenant)
      .where('job_id', '=', baseJob)
      .where('output', '=', output)
      .where('row_number', 'in', numbers.slice(from, from + ROWS_PER_STATEMENT))
      .where('status', '=', 'quarantined')
      .returning('id')
      .execute();
    moved += rows.length;
  }
  return moved;
}

/** The next attempt reads only the remaining rows. */
function takenMeanwhile(rows: number): RetryableError {
  return new RetryableError(`${rows} of the rows were recovered or discarded by another process meanwhile`);
}
