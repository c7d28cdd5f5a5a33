import { sql } from 'kysely';
import {
  queryBuilder,
  tenantDatabase,
  tenantText,
  tenantTransaction,
  type TenantTransaction,
} from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, sha256Hex } from '../../platform/index.js';
import { batteryFacts } from '../batteries/battery-facts.js';
import type { BatteryRow } from '../batteries/read-rows.js';
import type { IssueBatteriesPayload } from '../job-types.js';
import type { BatteryProblem } from '../records/battery-batch.js';
import { requireUsable } from '../records/passport-life.js';
import { type StoredBattery, storedBatteries } from '../records/stored-batteries.js';
import { columnRows } from '../records/value-rows.js';
import type { PassportSchema } from '../schema/tables.js';
import type { Signer } from '../signing/signer.js';
import { type LoadedBatch, loadBatch } from './load-batch.js';
import { compileFacts, type MadeVersion, signAndDraw } from './make-version.js';
import type { PassportRuntime } from './runtime.js';
import { signerNamed } from './signer-named.js';
import { type StoredMade, storeMade } from './store-made.js';

/**
 * Makes the passports of some batteries of a batch. Everything is stored in the commit that completes the job, so after a crash a battery has
 * its passport or has nothing, and no battery gets two. A battery whose data is wrong is reported and does not stop the others.
 */
export async function issueBatteries(
  runtime: PassportRuntime,
  { batch_id: batchId, from, to }: IssueBatteriesPayload,
  { job, signal, progress }: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, job.tenant);
  const batch = await loadBatch(runtime, database, batchId);
  const rows = batch.batteries.slice(Number(from), Number(to));
  const signer = await signerNamed(runtime, batch.row.signing_key_id);
  const known = await storedBatteries(
    database,
    batch.product.id,
    rows.map(({ battery }) => battery),
  );
  const result: Chunk = { made: [], created: [], problems: [], unchanged: 0 };
  for (const [index, row] of rows.entries()) {
    signal.throwIfAborted();
    await makeOne({ runtime, tenant: job.tenant, batch, signer }, row, known.get(row.battery), result);
    progress((index + 1) / rows.length, row.battery);
  }
  const counts = { issued: result.made.length, unchanged: result.unchanged, failed: result.problems.length };
  return complete(
    { batch_id: batchId, ...counts },
    { write: (scope) => store(tenantTransaction(scope, job.tenant), batch, result) },
  );
}

interface Chunk {
  readonly made: StoredMade[];
  /** Passports that do not exist yet: ids and serial numbers. */
  readonly created: { readonly id: string; readonly serial: string }[];
  readonly problems: BatteryProblem[];
  unchanged: number;
}

interface Making {
  readonly runtime: PassportRuntime;
  readonly tenant: string;
  readonly batch: LoadedBatch;
  readonly signer: Signer;
}

async function makeOne(
  making: Making,
  row: BatteryRow,
  existing: StoredBattery | undefined,
  result: Chunk,
): Promise<void> {
  const { batch, signer } = making;
  try {
    if (existing !== undefined) requireUsable(existing.passport, signer.publicKey);
    const passportId = existing?.passport.id ?? newId();
    const compiled = compileRow(making, row, passportId);
    const newest = existing?.newest;
    const isSame =
      newest?.payloadHash === compiled.compiled.payloadHash &&
      newest.ruleVersionId === batch.row.rule_package_version_id &&
      newest.signingKeyId === batch.row.signing_key_id &&
      (newest.status === 'ACTIVE' || batch.row.activate === 0);
    if (isSame) {
      result.unchanged += 1;
      return;
    }
    if (existing === undefined) result.created.push({ id: passportId, serial: row.battery });
    result.made.push({
      made: await signAndDraw(compiled, signer),
      ...{ documentVersionId: batch.row.document_version_id, line: row.line, sharedIds: batch.modelIds },
    });
  } catch (error) {
    // What is wrong with the signer is not the battery's fault: the job is retried.
    if (!(error instanceof CasparianError) || error.retryable || error.code.startsWith('SIGN')) throw error;
    result.problems.push({ line: row.line, serial: row.battery, code: error.code, message: error.message });
  }
}

function compileRow(
  { runtime, tenant, batch }: Making,
  row: BatteryRow,
  passportId: string,
): Pick<MadeVersion, 'id' | 'input' | 'compiled' | 'facts'> {
  const { salt } = batch.row;
  const facts = batteryFacts(batch.model, row.values, ({ factType, factKey }) =>
    sha256Hex(`${salt}:${row.battery}:${factType}:${factKey}`),
  );
  const input = {
    ...{
      tenantId: tenant,
      passportId,
      product: batch.product,
      rulePackageVersionId: batch.row.rule_package_version_id,
    },
    ...{ dslSha256: batch.dslSha256, testsSha256: batch.testsSha256, issuedAt: batch.row.issued_at },
    ...{ compilerBuildId: runtime.buildId, signingKeyId: batch.row.signing_key_id, limits: runtime.limits },
  };
  return compileFacts(input, batch.rules, facts);
}

async function store(tx: TenantTransaction, { row, product }: LoadedBatch, chunk: Chunk): Promise<void> {
  const { made, created, problems, unchanged } = chunk;
  await insertPassports(tx, product.id, created);
  const events = await storeMade(tx, made, { label: `battery of batch ${row.id}`, activate: row.activate === 1 });
  await insertProblems(tx, row.id, problems);
  await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_battery_batches')
    .set(({ eb }) => ({
      issued: eb('issued', '+', made.length),
      unchanged: eb('unchanged', '+', unchanged),
      failed: eb('failed', '+', problems.length),
    }))
    .where('tenant', '=', tx.tenant)
    .where('id', '=', row.id)
    .execute();
  await recordEvent(
    tx,
    ...created.map(({ id, serial }) => ({
      ...{ eventType: 'PassportCreated', aggregateType: 'Passport', aggregateId: id },
      payload: { battery_product_id: product.id, sku: product.sku, serial },
    })),
    ...events,
  );
}

/** Fails if another job created one of them meanwhile: then its id is another one, and this job runs again. */
async function insertPassports(
  tx: TenantTransaction,
  productId: string,
  created: readonly { readonly id: string; readonly serial: string }[],
): Promise<void> {
  if (created.length === 0) return;
  const values = created.toSorted((a, b) => (a.serial < b.serial ? -1 : 1)).map(({ id, serial }) => [id, serial]);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO cf_passports (id, tenant, battery_product_id, serial, created_by, created_at)
    SELECT column1, ${tenantText(tx)}, ${tx.dialect === 'postgres' ? sql`CAST(${productId} AS UUID)` : productId}, column2,
      CAST(${tx.actor} AS TEXT), cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'TEXT'], values)} AS new WHERE true
    ON CONFLICT (tenant, battery_product_id, serial) DO NOTHING RETURNING id`.execute(queryBuilder<PassportSchema>(tx));
  if (rows.length === created.length) return;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', 'Another batch created one of these passports at the same time', {
    retryable: true,
  });
}

async function insertProblems(
  tx: TenantTransaction,
  batchId: string,
  problems: readonly BatteryProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_battery_problems')
    .values(problems.map((problem) => ({ tenant: tx.tenant, batch_id: batchId, ...problem })))
    .onConflict((conflict) => conflict.columns(['tenant', 'batch_id', 'line']).doNothing())
    .execute();
}
