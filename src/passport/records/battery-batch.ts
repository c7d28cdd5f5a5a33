import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { canonicalJson, CasparianError, newId, sha256Hex } from '../../platform/index.js';
import { readBatteries } from '../batteries/read-batteries.js';
import { ISSUE_BATTERIES_JOB } from '../job-types.js';
import type { BatteryBatchesTable, PassportSchema } from '../schema/tables.js';
import { addDocument } from './document.js';
import { enqueueEach } from './enqueue.js';
import { only } from './only.js';
import { findProduct } from './product.js';
import { found, type Page, pageOf, requireId, requireText } from './references.js';
import { issuedAt, notPublished } from './request-compile.js';
import { findRuleVersion } from './rule-version.js';
import { notSealed } from './seal-snapshot.js';
import { findDataSnapshot } from './snapshot.js';
import { recordUploads, storeVersions } from './store-versions.js';

/** Many batteries of one model, whose passports are made together. */
export interface BatteryBatchRecord {
  readonly id: string;
  readonly productId: string;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  readonly documentVersionId: string;
  readonly signingKeyId: string;
  readonly issuedAt: string;
  readonly activate: boolean;
  readonly batteries: number;
  readonly issued: number;
  /** Batteries whose newest version says the same already. */
  readonly unchanged: number;
  /** Batteries that got no passport; `listBatteryProblems` has the reasons. */
  readonly failed: number;
  readonly createdAt: number;
}

export interface BatteryBatchRequest {
  /** The id or SKU of the model. */
  readonly product: string;
  /** A sealed snapshot with the facts that all batteries share. */
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  readonly signingKeyId: string;
  /** CSV with a column `serial`, and one for each attribute in which batteries differ. */
  readonly content: Uint8Array;
  /** Whether the versions come into force at once. */
  readonly activate: boolean;
  readonly source?: Readonly<Record<string, unknown>> | undefined;
}

/** Batteries of one job. Its rows are committed together, and its bytes, about 250 kB for each battery, are in memory. */
const BATTERIES_PER_JOB = 25;

/**
 * Stores a file with batteries and enqueues the jobs that make their passports. The same input again returns the batch that it has; its jobs
 * continue where they are.
 */
export async function requestBatteries(
  tx: TenantTransaction,
  request: BatteryBatchRequest,
): Promise<{ readonly batch: BatteryBatchRecord; readonly isNew: boolean }> {
  const batteries = acceptedBatteries(request.content);
  const { id: productId, sku } = await findProduct(tx, request.product);
  const snapshot = await findDataSnapshot(tx, request.snapshotId);
  if (snapshot.status !== 'SEALED') throw notSealed(snapshot.id, snapshot.status);
  const rules = await findRuleVersion(tx, request.ruleVersionId);
  if (rules.status !== 'PUBLISHED') throw notPublished(rules.id, rules.status);
  const signingKeyId = requireText('id of the signing key', request.signingKeyId, 200);
  const inputHash = sha256Hex(
    canonicalJson([snapshot.hash, rules.id, signingKeyId, sha256Hex(request.content), request.activate]),
  );
  const same = await batches(tx)
    .where('battery_product_id', '=', productId)
    .where('input_hash', '=', inputHash)
    .executeTakeFirst();
  if (same !== undefined) return { batch: batchOf(same), isNew: false };
  const documentVersionId = await storeFile(tx, { sku, request, batteries });
  const row = {
    ...{ id: newId(), tenant: tx.tenant, battery_product_id: productId, snapshot_id: snapshot.id },
    ...{ rule_package_version_id: rules.id, document_version_id: documentVersionId, signing_key_id: signingKeyId },
    ...{ issued_at: issuedAt(await databaseNow(tx)), activate: request.activate ? 1 : 0 },
    ...{ salt: await saltOf(tx, productId), input_hash: inputHash, batteries },
    ...{ issued: 0, unchanged: 0, failed: 0, created_by: tx.actor },
  };
  const inserted = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_battery_batches')
    .values({ ...row, created_at: sql<number>`cf_now()` })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueChunks(tx, row.id, batteries);
  await recordEvent(tx, {
    ...{ eventType: 'BATTERIES_REQUESTED', aggregateType: 'BatteryBatch', aggregateId: row.id },
    payload: { battery_product_id: productId, batteries, document_version_id: documentVersionId },
  });
  return { batch: batchOf(inserted), isNew: true };
}

/** The number of batteries in a file. Fails with all reasons why it cannot be read. */
function acceptedBatteries(content: Uint8Array): number {
  const { batteries, problems } = readBatteries(new TextDecoder().decode(content));
  if (problems.length === 0) return batteries.length;
  const shown = problems.slice(0, MAX_REASONS).map(({ message, line }) => `line ${line}: ${message}`);
  const more = problems.length > shown.length ? [`… and ${problems.length - shown.length} more`] : [];
  throw new CasparianError('DOCUMENT_REJECTED', 'The file with the batteries cannot be read', {
    why: [...shown, ...more].join('\n        '),
    next: ['Correct the file. It is accepted or rejected as a whole.'],
  });
}

const MAX_REASONS = 20;

async function storeFile(
  tx: TenantTransaction,
  { sku, request, batteries }: { sku: string; request: BatteryBatchRequest; batteries: number },
): Promise<string> {
  const { id: documentId } = await addDocument(tx, { kind: 'OTHER', externalRef: `${sku}/batteries` });
  const { content, source } = request;
  const upload = { documentId, mimeType: 'text/csv', content, source, validatedFacts: batteries };
  const { row, isNew } = await only(storeVersions(tx, [upload]));
  if (isNew) await recordUploads(tx, [row]);
  return row.id;
}

/**
 * Random text from which every battery gets its own salts. It stays the same for all batches of a model: another salt would be another payload,
 * and every battery would get a new version.
 */
async function saltOf(tx: TenantTransaction, productId: string): Promise<string> {
  const [earlier] = await batches(tx).where('battery_product_id', '=', productId).orderBy('id').limit(1).execute();
  return earlier?.salt ?? randomBytes(32).toString('hex');
}

async function enqueueChunks(tx: TenantTransaction, batchId: string, batteries: number): Promise<void> {
  const starts = Array.from(
    { length: Math.ceil(batteries / BATTERIES_PER_JOB) },
    (_, index) => index * BATTERIES_PER_JOB,
  );
  await enqueueEach(
    tx,
    ISSUE_BATTERIES_JOB,
    starts.map((from) => ({
      payload: { batch_id: batchId, from, to: Math.min(batteries, from + BATTERIES_PER_JOB) },
      options: { idempotencyKey: `batteries-${batchId}-${from}` },
    })),
  );
}

export async function findBatteryBatch(database: TenantExecutor, id: string): Promise<BatteryBatchRecord> {
  const row = await batches(database).where('id', '=', requireId('batch of batteries', id)).executeTakeFirst();
  return batchOf(found(row, 'batch of batteries', id));
}

/** Batches, oldest first. */
export async function listBatteryBatches(database: TenantExecutor, page: Page = {}): Promise<BatteryBatchRecord[]> {
  const { limit, after } = pageOf(page);
  const rows = await batches(database).where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(batchOf);
}

/** A battery that got no passport, and why. */
export interface BatteryProblem {
  readonly line: number;
  readonly serial: string;
  readonly code: string;
  readonly message: string;
}

/** In the order of the file. */
export async function listBatteryProblems(
  database: TenantExecutor,
  batchId: string,
  { limit, afterLine = 0 }: { readonly limit: number; readonly afterLine?: number | undefined },
): Promise<BatteryProblem[]> {
  const { id } = await findBatteryBatch(database, batchId);
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_problems')
    .select(['line', 'serial', 'code', 'message'])
    .where('tenant', '=', database.tenant)
    .where('batch_id', '=', id)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute();
}

function batches(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_batches')
    .selectAll()
    .where('tenant', '=', database.tenant);
}

function batchOf(row: BatteryBatchesTable): BatteryBatchRecord {
  return {
    id: row.id,
    productId: row.battery_product_id,
    snapshotId: row.snapshot_id,
    ruleVersionId: row.rule_package_version_id,
    documentVersionId: row.document_version_id,
    signingKeyId: row.signing_key_id,
    issuedAt: row.issued_at,
    activate: row.activate === 1,
    batteries: row.batteries,
    issued: row.issued,
    unchanged: row.unchanged,
    failed: row.failed,
    createdAt: row.created_at,
  };
}
