import { sql } from 'kysely';
import { queryBuilder, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, hint, newId } from '../../platform/index.js';
import { type CorrectedRow, endCorrection } from '../corrections/apply-corrections.js';
import { type CorrectedValues, type CorrectionJson, correctionJson } from '../corrections/correction.js';
import { REPLAY_JOB } from '../pipeline-jobs.js';
import { entryOfRow, type QuarantineEntry } from '../quarantine/quarantine-entry.js';
import type { PipelineSchema } from '../schema/tables.js';
import { checkCorrection } from './check-correction.js';

/** Names a quarantined row: by its id, or by its job and number, and its output if the job has several. */
export type RowName =
  | { readonly id: string }
  | { readonly jobId: string; readonly rowNumber: number; readonly output?: string | undefined };

export interface CorrectRequest {
  readonly tenant: string;
  readonly actor: string | null;
  readonly row: RowName;
  readonly values: CorrectedValues;
}

export interface AcceptedCorrection {
  readonly correction: CorrectionJson;
  /** The replay that moves the row to the dataset. */
  readonly replay: string;
}

/** Stores corrected values of a quarantined row, and enqueues its replay, in one transaction. The row keeps its original. */
export async function correctRow(engine: Engine, request: CorrectRequest): Promise<AcceptedCorrection> {
  const { tenant, actor } = request;
  return engine.transaction(async (scope) => {
    const tx = tenantTransaction(scope, tenant, actor);
    return storeCorrection(tx, request, async ({ parser, source: path, jobId, output, rowNumber }) => {
      const payload = { parser, path, replay_of: jobId, output, row_number: rowNumber };
      return (await engine.enqueue(REPLAY_JOB, payload, { tenant, parentJobId: jobId, transaction: scope })).id;
    });
  });
}

/** Stores corrected values of a quarantined row in the open transaction, in which the caller enqueues the replay. */
export async function storeCorrection(
  tx: TenantTransaction,
  { row: name, values }: Pick<CorrectRequest, 'row' | 'values'>,
  enqueueReplay: (entry: QuarantineEntry) => Promise<string>,
): Promise<AcceptedCorrection> {
  const { row, entry } = await lockOpenRow(tx, name);
  await checkCorrection(tx, entry, values);
  await endCorrection(tx, row);
  const { tenant, actor } = tx;
  const correction = await queryBuilder<PipelineSchema>(tx)
    .insertInto('cf_corrections')
    .values({
      ...{ id: newId(), tenant, ...row, original: entry.raw, corrected: JSON.stringify(values), actor },
      ...{ corrected_at: sql<number>`cf_now()`, used_by: null, ended_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { jobId, output, rowNumber } = entry;
  const replay = await enqueueReplay(entry);
  // Values may be private, so the event names only the columns.
  await recordEvent(tx, {
    ...{ eventType: 'quarantine.corrected', aggregateType: 'file', aggregateId: row.file_id },
    payload: {
      ...{ correction_id: correction.id, job_id: jobId, output, row_number: rowNumber },
      ...{ columns: Object.keys(values), replay },
    },
  });
  return { correction: correctionJson(correction), replay };
}

/** The row, locked until the end of the transaction: a replay that recovers it waits, or was first. */
async function lockOpenRow(
  tx: TenantTransaction,
  name: RowName,
): Promise<{ row: CorrectedRow; entry: QuarantineEntry }> {
  const builder = queryBuilder<PipelineSchema>(tx);
  const rows = await builder
    .updateTable('cf_quarantine')
    .set({ row_number: sql<number>`row_number` })
    .where('tenant', '=', tx.tenant)
    .where((eb) =>
      'id' in name
        ? eb('id', '=', name.id)
        : eb.and([
            eb('job_id', '=', name.jobId),
            eb('row_number', '=', name.rowNumber),
            ...(name.output === undefined ? [] : [eb('output', '=', name.output)]),
          ]),
    )
    .returningAll()
    .execute();
  const [row, other] = rows;
  if (row === undefined) throw unknownRow(name);
  if (other !== undefined) throw severalOutputs(rows.map(({ output }) => output));
  const written = await builder
    .selectFrom('cf_outputs')
    .select('content_hash')
    .where('tenant', '=', tx.tenant)
    .where('job_id', '=', row.job_id)
    .executeTakeFirst();
  if (row.status !== 'quarantined' || written === undefined) throw settled(row.row_number, row.status);
  const { id: row_id, file_id, parser, output, row_number } = row;
  return {
    row: { row_id, file_id, parser, output, row_number, content_hash: written.content_hash },
    entry: entryOfRow(row),
  };
}

export function unknownRow(name: RowName): CasparianError {
  const which = 'id' in name ? `the id '${name.id}'` : `the number ${name.rowNumber} in job ${name.jobId}`;
  return new CasparianError('QUARANTINE_ROW_NOT_FOUND', `No quarantined row has ${which}`, {
    next: [hint('List them', { action: 'quarantine.list' })],
  });
}

function severalOutputs(outputs: readonly string[]): CasparianError {
  return new CasparianError('OPTION_INVALID', `Several outputs of the job have this row: ${outputs.join(', ')}`, {
    next: [hint('Name one of them', { options: { dataset: outputs[0] ?? '' } })],
  });
}

function settled(row: number, status: string): CasparianError {
  return new CasparianError('QUARANTINE_ROW_SETTLED', `Row ${row} is ${status} and cannot be corrected`, {
    ...(status === 'evidence' ? { why: 'Its job failed, so there is no output to add it to.' } : {}),
    next: ['Correct the file, and scan its folder: a changed file is processed again completely.'],
  });
}
