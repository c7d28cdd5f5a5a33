import { sql } from 'kysely';
import { queryBuilder, tenantText, type TenantTransaction } from '../../database/index.js';
import type { TenantEvent } from '../../events/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { hasIdOf } from './id-rows.js';
import { findPassport } from './passport.js';
import { requireInUse } from './passport-life.js';
import { columnRows } from './value-rows.js';

export interface Activation {
  readonly passportId: string;
  readonly versionId: string;
}

/**
 * Makes signed versions the active ones of their passports, at most one of each. The versions that were active are superseded. Returns the ids
 * that were signed, and the events of the change.
 */
export async function activateVersions(
  tx: TenantTransaction,
  activations: readonly Activation[],
): Promise<{ readonly activated: ReadonlySet<string>; readonly events: readonly TenantEvent[] }> {
  const builder = queryBuilder<PassportSchema>(tx);
  // Passports are locked first, in the order of their ids: two activations take turns, and neither fails on the index of active versions.
  const ordered = activations.toSorted((a, b) => (a.passportId < b.passportId ? -1 : 1));
  const pairs = ordered.map(({ passportId, versionId }) => [passportId, versionId]);
  const passportIds = ordered.map(({ passportId }) => passportId);
  const { rows: locked } = await sql<{ id: string; life: string }>`
    UPDATE cf_passports SET current_passport_version_id = new.column2
    FROM ${columnRows(tx.dialect, ['UUID', 'UUID'], pairs)} AS new
    WHERE cf_passports.tenant = ${tx.tenant} AND cf_passports.id = new.column1
    RETURNING id, life`.execute(builder);
  const ended = locked.find(({ life }) => life === 'ENDED');
  if (ended !== undefined) requireInUse(await findPassport(tx, ended.id));
  const superseded = await builder
    .updateTable('cf_passport_versions')
    .set({ status: 'SUPERSEDED', superseded_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where(hasIdOf(tx.dialect, 'passport_id', passportIds))
    .where('status', '=', 'ACTIVE')
    .where((expression) =>
      expression.not(
        hasIdOf(
          tx.dialect,
          'id',
          ordered.map(({ versionId }) => versionId),
        ),
      ),
    )
    .returning(['id', 'passport_id'])
    .execute();
  const first = await reserveIndexes(tx, ordered.length);
  const places = ordered.map(({ versionId }, index) => [versionId, first + index]);
  const { rows } = await sql<{ id: string }>`
    UPDATE cf_passport_versions
    SET status = 'ACTIVE', activated_at = cf_now(), status_index = coalesce(status_index, new.column2)
    FROM ${columnRows(tx.dialect, ['UUID', 'INTEGER'], places)} AS new
    WHERE cf_passport_versions.tenant = ${tx.tenant} AND cf_passport_versions.id = new.column1 AND status = 'SIGNED'
    RETURNING id`.execute(builder);
  const before = new Map(superseded.map(({ id, passport_id }) => [passport_id, id]));
  return { activated: new Set(rows.map(({ id }) => id)), events: ordered.flatMap((one) => eventsOf(one, before)) };
}

function eventsOf({ passportId, versionId }: Activation, before: ReadonlyMap<string, string>): TenantEvent[] {
  const earlier = before.get(passportId);
  const ofVersion = { aggregateType: 'PassportVersion' };
  return [
    ...(earlier === undefined
      ? []
      : [
          {
            ...{ ...ofVersion, eventType: 'PASSPORT_SUPERSEDED', aggregateId: earlier },
            payload: { passport_id: passportId, superseded_by: versionId },
          },
        ]),
    {
      ...{ ...ofVersion, eventType: 'PASSPORT_ACTIVATED', aggregateId: versionId },
      payload: { passport_id: passportId, superseded: earlier ?? null },
    },
  ];
}

/** Takes the next places of status lists. Others of the tenant wait to the end of the transaction. Returns the first place. */
export async function reserveIndexes(tx: TenantTransaction, count: number): Promise<number> {
  const { rows } = await sql<{ next_index: number }>`
    INSERT INTO cf_status_counters (tenant, next_index) VALUES (${tenantText(tx)}, ${count})
    ON CONFLICT (tenant) DO UPDATE SET next_index = cf_status_counters.next_index + ${count}
    RETURNING next_index`.execute(queryBuilder<PassportSchema>(tx));
  return (rows[0]?.next_index ?? count) - count;
}
