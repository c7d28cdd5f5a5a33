import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, cjsonBytes, newId, sha256Hex } from '../../platform/index.js';
import { contentHash, type StatementBody, type StatementKind } from '../history/statement.js';
import { qrCode } from '../qr/qr-code.js';
import { qrPayload } from '../qr/qr-payload.js';
import { qrPng } from '../qr/qr-png.js';
import { addDocument } from '../records/document.js';
import { findPassport, type PassportRecord } from '../records/passport.js';
import { only } from '../records/only.js';
import { addRulePackage } from '../records/rule-package.js';
import { recordUploads, storeVersions } from '../records/store-versions.js';
import type { PassportSchema } from '../schema/tables.js';
import { type ReceivedPassport, readReceivedPassport } from '../transfer/received-passport.js';
import { storeMade } from './store-made.js';

export interface ReceiveRequest {
  readonly bundle: Uint8Array;
  readonly history: Uint8Array;
  /** The key of this operator, which the accepted offer names. */
  readonly publicKey: Uint8Array;
  /** Of the battery, if its identifier does not have one. */
  readonly serial?: string | undefined;
}

/**
 * Stores a passport whose responsibility was moved here: product, rules, facts, its last version and its history, with the ids that the signed
 * files name. The version stays that of the earlier operator and does not come into force here; the next one is made from it (`requestRefresh`).
 */
export async function receivePassport(tx: TenantTransaction, request: ReceiveRequest): Promise<PassportRecord> {
  const received = readReceivedPassport(request.bundle, request.history, request.publicKey);
  const passportId = received.receipt['passport_id'] ?? '';
  await requireUnknown(tx, received);
  await insertProduct(tx, received.product);
  await insertRules(tx, received);
  await insertPassport(tx, received, request.serial ?? received.serial);
  const { id: documentId } = await addDocument(tx, { kind: 'OTHER', externalRef: `transfer of ${passportId}` });
  const upload = {
    ...{ documentId, mimeType: 'application/json', content: request.bundle, source: { passport_id: passportId } },
    validatedFacts: received.snapshot.facts.length,
  };
  const { row } = await only(storeVersions(tx, [upload]));
  await recordUploads(tx, [row]);
  const events = await storeMade(tx, [{ made: madeOf(received), documentVersionId: row.id, sharedIds: new Map() }], {
    ...{ label: 'transfer', activate: false },
  });
  await insertStatements(tx, received, row.id);
  await recordEvent(tx, ...events, {
    ...{ eventType: 'PASSPORT_RECEIVED', aggregateType: 'Passport', aggregateId: passportId },
    payload: { statements: received.statements.length, statement_hash: received.statements.at(-1)?.hash ?? null },
  });
  return findPassport(tx, passportId);
}

/** Ids are those of the other installation, so what has one of them here must be the same thing. */
async function requireUnknown(tx: TenantTransaction, { receipt, product }: ReceivedPassport): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  const known = await builder
    .selectFrom('cf_passports')
    .select('id')
    .where('id', '=', receipt['passport_id'] ?? '')
    .executeTakeFirst();
  if (known !== undefined)
    throw conflict('This installation has the passport already', 'It was received or made here.');
  const products = await builder
    .selectFrom('cf_battery_products')
    .select(['id', 'sku', 'tenant'])
    .where((is) =>
      is.or([is('id', '=', product.id), is.and([is('tenant', '=', tx.tenant), is('sku', '=', product.sku)])]),
    )
    .execute();
  const isSame = products.every(
    ({ id, sku, tenant }) => id === product.id && sku === product.sku && tenant === tx.tenant,
  );
  if (isSame) return;
  throw conflict(
    `There is another product with the SKU ${product.sku}`,
    'A received passport keeps the product that its signature names.',
  );
}

function conflict(message: string, why: string): CasparianError {
  return new CasparianError('PASSPORT_STATE_CONFLICT', message, { why });
}

async function insertProduct(tx: TenantTransaction, { id, sku, name }: ReceivedPassport['product']): Promise<void> {
  await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_battery_products')
    .values({ ...{ id, tenant: tx.tenant, sku, name }, created_by: tx.actor, created_at: sql<number>`cf_now()` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The rules were tested and published by the earlier operator; the signed receipt names their hashes. */
async function insertRules(tx: TenantTransaction, { receipt, rules }: ReceivedPassport): Promise<void> {
  const builder = queryBuilder<PassportSchema>(tx);
  const id = receipt['rule_package_version_id'] ?? '';
  const known = await builder
    .selectFrom('cf_rule_package_versions')
    .select(['tenant', 'dsl_sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.tenant === tx.tenant && known.dsl_sha256 === receipt['dsl_sha256']) return;
    throw conflict(`There are other rules with the id ${id}`, 'The signed receipt names rules by their id and hash.');
  }
  const { id: packageId } = await addRulePackage(tx, { name: `received-${id}` });
  const now = sql<number>`cf_now()`;
  await builder
    .insertInto('cf_rule_package_versions')
    .values({
      ...{ id, tenant: tx.tenant, rule_package_id: packageId, version: 1, status: 'PUBLISHED' },
      ...{ dsl_source: Buffer.from(rules.dsl), dsl_sha256: sha256Hex(rules.dsl) },
      ...{ tests_source: Buffer.from(rules.tests), tests_sha256: sha256Hex(rules.tests) },
      ...{ created_by: tx.actor, created_at: now, validated_at: now, published_at: now },
    })
    .execute();
  await builder.updateTable('cf_rule_packages').set({ versions: 1 }).where('id', '=', packageId).execute();
}

async function insertPassport(tx: TenantTransaction, received: ReceivedPassport, serial: string): Promise<void> {
  const { receipt, product, operator, statements } = received;
  const inserted = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_passports')
    .values({
      ...{ id: receipt['passport_id'] ?? '', tenant: tx.tenant, battery_product_id: product.id, serial },
      ...{ statement_count: statements.length, statement_head: statements.at(-1)?.hash ?? null },
      ...{ operator: JSON.stringify(operator), life: 'IN_USE' },
      ...{ created_by: tx.actor, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'battery_product_id', 'serial']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length > 0) return;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', `${product.sku}/${serial} is another battery here`, {
    next: ['Give the serial number of the battery that you receive.'],
  });
}

function madeOf({ receipt, product, compiled, signed, snapshot }: ReceivedPassport) {
  const claim = (name: string): string => receipt[name] ?? '';
  const passportVersionId = claim('passport_version_id');
  const qrText = qrPayload({ ...compiled, passportVersionId });
  return {
    id: passportVersionId,
    input: {
      ...{ tenantId: claim('tenant_id'), passportId: claim('passport_id'), passportVersionId, product, snapshot },
      ...{ rulePackageVersionId: claim('rule_package_version_id'), dslSha256: claim('dsl_sha256') },
      ...{ testsSha256: claim('tests_sha256'), issuedAt: claim('issued_at') },
      ...{ compilerBuildId: claim('compiler_build_id'), signingKeyId: claim('signing_key_id') },
    },
    ...{ compiled, signed, qrText, png: qrPng(qrCode(qrText)) },
    facts: {
      shared: [],
      own: snapshot.facts.map((fact) => ({ ...fact, payloadCanonical: Buffer.from(fact.payloadCanonical) })),
    },
  };
}

const BATCH = 500;

/** Readings come from the document of the transfer here: the next version is made from them. */
async function insertStatements(
  tx: TenantTransaction,
  { receipt, statements }: ReceivedPassport,
  documentVersionId: string,
): Promise<void> {
  const rows = statements.map((entry) => {
    const { kind, body, sequence, stated_at: statedAt, signing_key_id: keyId } = entry.statement;
    return {
      ...{ id: newId(), tenant: tx.tenant, passport_id: receipt['passport_id'] ?? '', sequence: sequence as number },
      ...{ kind: kind as StatementKind, stated_at: statedAt as string, signing_key_id: keyId as string },
      ...{ content_hash: contentHash(kind as StatementKind, body as StatementBody), hash: entry.hash },
      ...{ canonical: cjsonBytes(entry.statement), signature: entry.signature },
      ...{
        signing_key_public: entry.publicKey,
        document_version_id: kind === 'READING' ? documentVersionId : null,
        created_at: sql<number>`cf_now()`,
      },
    };
  });
  for (let start = 0; start < rows.length; start += BATCH) {
    await queryBuilder<PassportSchema>(tx)
      .insertInto('cf_passport_statements')
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}
