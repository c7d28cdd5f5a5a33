import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { BatteryProduct } from '../compile/payload.js';
import type { CompilePassportPayload } from '../job-types.js';
import { checkedRules } from '../records/checked-rules.js';
import { findPassport } from '../records/passport.js';
import { notFound } from '../records/references.js';
import { notPublished } from '../records/request-compile.js';
import { findRuleVersion, ruleSources } from '../records/rule-version.js';
import { loadSealedSnapshot, notSealed } from '../records/seal-snapshot.js';
import { findDataSnapshot } from '../records/snapshot.js';
import type { TypedRules } from '../rules/check/typed.js';
import type { PassportSchema } from '../schema/tables.js';
import type { SealedSnapshot } from '../snapshot/snapshot.js';
import type { PassportRuntime } from './runtime.js';

/** Everything that a passport is compiled from. */
export interface CompileInputs {
  readonly passportId: string;
  readonly product: BatteryProduct;
  readonly snapshot: SealedSnapshot;
  readonly ruleVersionId: string;
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly rules: TypedRules;
  /** The payload hash of the active version. */
  readonly currentPayloadHash: string | null;
}

/** Loads the inputs of a compilation and checks their states. One query if rules and snapshot were used before. */
export async function loadCompileInputs(
  runtime: PassportRuntime,
  database: TenantExecutor,
  payload: CompilePassportPayload,
): Promise<CompileInputs> {
  const row = await inputRow(database, payload);
  if (row === undefined) throw await missingInput(database, payload);
  if (row.snapshot_status !== 'SEALED') throw notSealed(row.snapshot_id, row.snapshot_status);
  if (row.rule_status !== 'PUBLISHED') throw notPublished(row.rule_version_id, row.rule_status);
  const snapshot = await sealedSnapshot(runtime, database, row.snapshot_id, row.snapshot_hash ?? '');
  return {
    passportId: row.passport_id,
    product: { id: row.product_id, sku: row.sku, name: row.name },
    snapshot,
    ruleVersionId: row.rule_version_id,
    dslSha256: row.dsl_sha256,
    testsSha256: row.tests_sha256,
    rules: await rulesOf(runtime, database, row.rule_version_id, row.dsl_sha256),
    currentPayloadHash: row.current_payload_hash,
  };
}

function inputRow(database: TenantExecutor, payload: CompilePassportPayload) {
  const { tenant } = database;
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passports as passport')
    .innerJoin('cf_battery_products as product', 'product.id', 'passport.battery_product_id')
    .innerJoin('cf_snapshots as snapshot', (join) => join.on('snapshot.id', '=', payload.snapshot_id.toLowerCase()))
    .innerJoin('cf_rule_package_versions as rules', (join) =>
      join.on('rules.id', '=', payload.rule_package_version_id.toLowerCase()),
    )
    .leftJoin('cf_passport_versions as current', 'current.id', 'passport.current_passport_version_id')
    .select(['passport.id as passport_id', 'product.id as product_id', 'product.sku', 'product.name'])
    .select(['snapshot.id as snapshot_id', 'snapshot.status as snapshot_status', 'snapshot.hash as snapshot_hash'])
    .select(['rules.id as rule_version_id', 'rules.status as rule_status', 'rules.dsl_sha256', 'rules.tests_sha256'])
    .select('current.payload_hash as current_payload_hash')
    .where('passport.id', '=', payload.passport_id.toLowerCase())
    .where('passport.tenant', '=', tenant)
    .where('product.tenant', '=', tenant)
    .where('snapshot.tenant', '=', tenant)
    .where('rules.tenant', '=', tenant)
    .executeTakeFirst();
}

/** The error that names what is missing. */
async function missingInput(database: TenantExecutor, payload: CompilePassportPayload): Promise<Error> {
  await findPassport(database, payload.passport_id);
  await findDataSnapshot(database, payload.snapshot_id);
  await findRuleVersion(database, payload.rule_package_version_id);
  return notFound('battery product of the passport', payload.passport_id);
}

async function rulesOf(
  { rules }: PassportRuntime,
  database: TenantExecutor,
  id: string,
  dslSha256: string,
): Promise<TypedRules> {
  const known = rules.get(dslSha256);
  if (known !== undefined) return known;
  const { dsl } = await ruleSources(database, id);
  // Tests are not needed to compile.
  const checked = checkedRules({ dsl, tests: '' });
  rules.set(dslSha256, checked, dsl.length);
  return checked;
}

async function sealedSnapshot(
  { snapshots }: PassportRuntime,
  database: TenantExecutor,
  id: string,
  hash: string,
): Promise<SealedSnapshot> {
  const key = JSON.stringify([database.tenant, id, hash]);
  const known = snapshots.get(key);
  if (known !== undefined) return known;
  const loaded = await loadSealedSnapshot(database, id);
  snapshots.set(
    key,
    loaded,
    loaded.facts.reduce((bytes, { payloadCanonical }) => bytes + payloadCanonical.length, loaded.canonical.length),
  );
  return loaded;
}
