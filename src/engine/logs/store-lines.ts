import type { Insertable, Kysely } from 'kysely';
import { preparedQuery, type TransactionScope } from '../../database/index.js';
import type { EngineSchema, JobLogsTable } from '../schema/tables.js';
import type { LogLine } from './log-line.js';
import type { LoggedAttempt } from './log-path.js';

/** Lines that the handler itself logs have lower numbers. */
const FIRST_SEQUENCE = 10_000;

/**
 * Stores the output of a short attempt in the transaction that ends it. To create a folder and a file for a few lines took longer
 * than many attempts.
 */
export async function storeLogLines(
  tx: TransactionScope,
  { jobId, attempt, fence }: LoggedAttempt & { readonly jobId: string },
  lines: readonly LogLine[],
): Promise<void> {
  for (const [index, { at, level, message }] of lines.entries()) {
    const sequence = FIRST_SEQUENCE + index;
    await insertLine(tx, { job_id: jobId, fence, sequence, attempt, at, level, message: storable(message) });
  }
}

/** Whether a stored line is output of an attempt; others were logged by the handler. */
export function isOutputLine({ sequence }: Pick<JobLogsTable, 'sequence'>): boolean {
  return sequence >= FIRST_SEQUENCE;
}

const insertLine = preparedQuery((builder: Kysely<EngineSchema>, row: Insertable<JobLogsTable>) =>
  builder
    .insertInto('cf_job_logs')
    .values({
      ...{ job_id: row.job_id, fence: row.fence, sequence: row.sequence, attempt: row.attempt },
      ...{ at: row.at, level: row.level, message: row.message },
    })
    // A log never fails its job.
    .onConflict((conflict) => conflict.doNothing()),
);

/** PostgreSQL cannot store a null character in text. */
export function storable(message: string): string {
  return message.replaceAll('\0', '\\0');
}
