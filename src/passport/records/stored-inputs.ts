import { sql } from 'kysely';
import { type Executor, queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema, RuleStatus, SnapshotStatus } from '../schema/tables.js';
import { findPassport } from './passport.js';
import { notFound } from './references.js';
import { findRuleVersion } from './rule-version.js';
import { findDataSnapshot } from './snapshot.js';
import { columnRows } from './value-rows.js';

/** Ids of what one passport is compiled from, in lower case. */
export interface WantedInputs {
  readonly tenant: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
}

/** These rows, if the tenant has all of them. */
export interface StoredInputs extends Omit<WantedInputs, 'tenant'> {
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly snapshotStatus: SnapshotStatus;
  readonly snapshotHash: string | null;
  /** Null before it is ready. */
  readonly factCount: number | null;
  readonly ruleStatus: RuleStatus;
  readonly dslSha256: string;
  readonly testsSha256: string;
  /** Of the active version. */
  readonly currentPayloadHash: string | null;
}

/** Loads the inputs of several compilations with one query, in the given order. */
export async function storedInputs(
  database: Executor,
  wanted: readonly WantedInputs[],
): Promise<(StoredInputs | undefined)[]> {
  const values = wanted.map(({ tenant, passportId, snapshotId, ruleVersionId }, place) => [
    ...[place, tenant, passportId, snapshotId, ruleVersionId],
  ]);
  const types = ['INTEGER', 'TEXT', 'UUID', 'UUID', 'UUID'] as const;
  const { rows } = await sql<StoredInputs & { place: number }>`
    SELECT wanted.column1 AS place, passport.id AS "passportId", product.id AS "productId", product.sku, product.name,
      snapshot.id AS "snapshotId", snapshot.status AS "snapshotStatus", snapshot.hash AS "snapshotHash",
      snapshot.fact_count AS "factCount", rules.id AS "ruleVersionId", rules.status AS "ruleStatus",
      rules.dsl_sha256 AS "dslSha256", rules.tests_sha256 AS "testsSha256", active.payload_hash AS "currentPayloadHash"
    FROM ${columnRows(database.dialect, types, values)} AS wanted
    JOIN cf_passports AS passport ON passport.id = wanted.column3 AND passport.tenant = wanted.column2
    JOIN cf_battery_products AS product ON product.id = passport.battery_product_id AND product.tenant = wanted.column2
    JOIN cf_snapshots AS snapshot ON snapshot.id = wanted.column4 AND snapshot.tenant = wanted.column2
    JOIN cf_rule_package_versions AS rules ON rules.id = wanted.column5 AND rules.tenant = wanted.column2
    LEFT JOIN cf_passport_versions AS active
      ON active.id = passport.current_passport_version_id AND active.tenant = wanted.column2`.execute(
    queryBuilder<PassportSchema>(database),
  );
  const byPlace = new Map(rows.map(({ place, ...inputs }) => [place, inputs]));
  return wanted.map((_, place) => byPlace.get(place));
}

/** The error that names what is missing. */
export async function missingInput(
  database: TenantExecutor,
  { passportId, snapshotId, ruleVersionId }: Omit<WantedInputs, 'tenant'>,
): Promise<Error> {
  await findPassport(database, passportId);
  await findDataSnapshot(database, snapshotId);
  await findRuleVersion(database, ruleVersionId);
  return notFound('battery product of the passport', passportId);
}
