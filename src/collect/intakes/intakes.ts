import { sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { canonicalJson, CasparianError, newId, sha256Hex } from '../../platform/index.js';
import type { CollectSchema } from '../schema/tables.js';
import { checkIntake, type Intake, type IntakeFields, intakeOf, queryOf } from './intake.js';

const INTAKE_AGGREGATE = 'intake';
const ROWS_PER_STATEMENT = 500;

/** Adds an item. */
export async function addIntake(database: TenantDatabase, fields: IntakeFields): Promise<{ id: string }> {
  const intake = { ...checkIntake(fields), id: newId() };
  await database.transaction(async (tx) => {
    const added = await insertIntakes(tx, [intake]);
    if (added.length === 0) {
      throw new CasparianError('INTAKE_INVALID', `There already is an intake with the reference '${fields.ref}'`);
    }
    const about = { aggregateType: INTAKE_AGGREGATE, aggregateId: intake.id };
    await recordEvent(tx, { eventType: 'intake.added', ...about, payload: { title: fields.title } });
  });
  return { id: intake.id };
}

export interface ImportedIntakes {
  readonly added: number;
  /** Items that were imported before. */
  readonly known: number;
}

/** Adds many items. Those without a reference get one from their content, so that importing a file again adds nothing. */
export async function importIntakes(
  database: TenantDatabase,
  items: readonly IntakeFields[],
): Promise<ImportedIntakes> {
  const intakes = items.map((fields) => ({
    ...checkIntake(fields),
    ref: fields.ref ?? `item_${sha256Hex(canonicalJson(queryOf(fields)))}`,
    id: newId(),
  }));
  return database.transaction(async (tx) => {
    let added = 0;
    for (let first = 0; first < intakes.length; first += ROWS_PER_STATEMENT) {
      added += (await insertIntakes(tx, intakes.slice(first, first + ROWS_PER_STATEMENT))).length;
    }
    const about = { aggregateType: 'intakes', aggregateId: tx.tenant };
    if (added > 0) await recordEvent(tx, { eventType: 'intakes.imported', ...about, payload: { added } });
    return { added, known: intakes.length - added };
  });
}

async function insertIntakes(
  tx: TenantTransaction,
  intakes: readonly (IntakeFields & { id: string })[],
): Promise<{ id: string }[]> {
  return queryBuilder<CollectSchema>(tx)
    .insertInto('cf_intakes')
    .values(
      intakes.map((intake) => ({
        ...{ id: intake.id, tenant: tx.tenant, ref: intake.ref, title: intake.title, year: intake.year },
        ...{ mint_mark: intake.mintMark, denomination: intake.denomination, series: intake.series },
        attributes: canonicalJson(intake.attributes),
        ...{ points_version: 0, valued_version: 0, created_at: sql<number>`cf_now()` },
        half_life_days: intake.halfLifeDays ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant', 'ref']).doNothing())
    .returning('id')
    .execute();
}

/** The intake with this id, an id that begins with it, or this reference. */
export async function findIntake(database: TenantExecutor, wanted: string): Promise<Intake> {
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_intakes')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where((is) => is.or([is('ref', '=', wanted), is(sql<string>`CAST(id AS TEXT)`, 'like', prefixPattern(wanted))]))
    // An exact match is among the first two, however many ids begin with the same characters.
    .orderBy((is) => is.case().when('ref', '=', wanted).then(0).else(1).end())
    .orderBy('id')
    .limit(2)
    .execute();
  const exact = rows.find(({ id, ref }) => id === wanted.toLowerCase() || ref === wanted);
  const found = exact ?? (rows.length === 1 ? rows[0] : undefined);
  if (found) return intakeOf(found);
  throw new CasparianError('INTAKE_NOT_FOUND', `There is no intake '${wanted}'`, {
    why:
      rows.length > 1
        ? 'Several ids begin with it.'
        : `Tenant '${database.tenant}' has none with this id or reference.`,
  });
}

/** Only characters of an id: others would be wildcards. */
function prefixPattern(wanted: string): string {
  return /^[0-9a-f-]{4,}$/i.test(wanted) ? `${wanted.toLowerCase()}%` : '';
}

/** A page of intakes, oldest first. */
export async function listIntakes(
  database: TenantExecutor,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Intake[]> {
  let query = queryBuilder<CollectSchema>(database).selectFrom('cf_intakes').selectAll();
  if (after !== undefined) query = query.where('id', '>', after);
  const rows = await query.where('tenant', '=', database.tenant).orderBy('id').limit(limit).execute();
  return rows.map(intakeOf);
}

export async function loadIntake(database: TenantExecutor, id: string): Promise<Intake | undefined> {
  return (await loadIntakes(database, [id])).get(id);
}

export async function loadIntakes(
  database: TenantExecutor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Intake>> {
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_intakes')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, intakeOf(row)]));
}
