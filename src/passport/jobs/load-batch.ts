import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { BatteryRow } from '../batteries/read-rows.js';
import { readBatteries } from '../batteries/read-batteries.js';
import type { BatteryProduct } from '../compile/payload.js';
import { documentContent } from '../records/document-version.js';
import { found, requireId } from '../records/references.js';
import { findProduct } from '../records/product.js';
import { findRuleVersion } from '../records/rule-version.js';
import { loadSealedSnapshot } from '../records/seal-snapshot.js';
import type { BatteryBatchesTable, PassportSchema } from '../schema/tables.js';
import type { TypedRules } from '../rules/check/typed.js';
import type { SnapshotFact } from '../snapshot/snapshot.js';
import { rulesOf } from './load-compile.js';
import type { PassportRuntime } from './runtime.js';

/** What all jobs of a batch share: it is loaded once by each worker. */
export interface LoadedBatch {
  readonly row: BatteryBatchesTable;
  readonly product: BatteryProduct;
  readonly batteries: readonly BatteryRow[];
  /** The facts of the model. */
  readonly model: readonly SnapshotFact[];
  /** Their ids, by type and key. */
  readonly modelIds: ReadonlyMap<string, string>;
  readonly rules: TypedRules;
  readonly dslSha256: string;
  readonly testsSha256: string;
}

export async function loadBatch(
  runtime: PassportRuntime,
  database: TenantExecutor,
  given: string,
): Promise<LoadedBatch> {
  const id = requireId('batch of batteries', given);
  const key = JSON.stringify([database.tenant, id]);
  const known = runtime.batches.get(key);
  if (known !== undefined) return known;
  const row = found(await batchRow(database, id), 'batch of batteries', id);
  const content = await documentContent(database, row.document_version_id);
  const { sku, name } = await findProduct(database, row.battery_product_id);
  const { dslSha256, testsSha256 } = await findRuleVersion(database, row.rule_package_version_id);
  const { facts } = await loadSealedSnapshot(database, row.snapshot_id);
  const loaded: LoadedBatch = {
    row,
    product: { id: row.battery_product_id, sku, name },
    batteries: readBatteries(new TextDecoder().decode(content)).batteries,
    model: facts,
    modelIds: await factIds(database, row.snapshot_id),
    rules: await rulesOf(runtime, database, row.rule_package_version_id, dslSha256),
    ...{ dslSha256, testsSha256 },
  };
  runtime.batches.set(key, loaded, content.length);
  return loaded;
}

function batchRow(database: TenantExecutor, id: string): Promise<BatteryBatchesTable | undefined> {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_batches')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The ids of the facts of a snapshot, by type and key, which are unique in it. */
export async function factIds(database: TenantExecutor, snapshotId: string): Promise<Map<string, string>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshot_items as item')
    .innerJoin('cf_facts as fact', 'fact.id', 'item.fact_id')
    .select(['fact.id', 'fact.fact_type', 'fact.fact_key'])
    .where('item.tenant', '=', database.tenant)
    .where('item.snapshot_id', '=', snapshotId)
    .execute();
  return new Map(rows.map((row) => [`${row.fact_type} ${row.fact_key}`, row.id]));
}
