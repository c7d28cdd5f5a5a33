import { sql } from 'kysely';
import { queryBuilder, tenantText, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { newId } from '../../platform/index.js';
import type { PassportLife, PassportSchema, PassportsTable } from '../schema/tables.js';
import { hasIdOf } from './id-rows.js';
import { only } from './only.js';
import { findProducts } from './product.js';
import { found, type Page, pageOf, requireId } from './references.js';
import { columnRows } from './value-rows.js';

/** The passport of a product, or of one battery of it. Its versions are what is compiled and signed. */
export interface PassportRecord {
  readonly id: string;
  readonly productId: string;
  readonly sku: string;
  /** Of one battery; empty of the passport of a product. */
  readonly serial: string;
  /** The active version, if there is one. */
  readonly currentVersionId: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly life: PassportLife;
  readonly endReason: string | null;
  readonly endedAt: number | null;
  readonly successor: LinkedPassport | null;
  readonly predecessor: LinkedPassport | null;
  /** Who is responsible, once the responsibility has moved. Before, it is the operator that the passport states. */
  readonly operator: Operator | null;
  /** The length of its history, and the hash of the last statement. */
  readonly statementCount: number;
  readonly statementHead: string | null;
}

/** Another passport of the same battery, here or elsewhere. */
export interface LinkedPassport {
  /** If it is a passport of the same tenant. */
  readonly passportId?: string | undefined;
  /** Where it can be read, if it is elsewhere. */
  readonly url?: string | undefined;
  /** The hash of the signed statement that links the two. */
  readonly statement?: string | undefined;
}

/** An economic operator who is responsible for a battery. */
export interface Operator {
  readonly identifier: string;
  readonly name: string;
  /** The key that signs for the operator, in base64. */
  readonly publicKey: string;
  readonly since: string;
}

/** Creates the passport of a product (id or SKU), or returns the one it has. */
export function createPassport(tx: TenantTransaction, product: string): Promise<PassportRecord> {
  return only(createPassports(tx, [product]));
}

/** The same for several products, with the same statements for all. Creates all of them or none. */
export async function createPassports(tx: TenantTransaction, products: readonly string[]): Promise<PassportRecord[]> {
  const named = await findProducts(tx, products);
  const productIds = named.map(({ id }) => id);
  // All processes insert in the same order, so that they do not deadlock.
  const values = productIds.toSorted().map((productId) => [newId(), productId]);
  const { rows: added } = await sql<PassportsTable>`
    INSERT INTO cf_passports (id, tenant, battery_product_id, current_passport_version_id, created_by, created_at)
    SELECT column1, ${tenantText(tx)}, column2, NULL, CAST(${tx.actor} AS TEXT), cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'UUID'], values)} AS new WHERE true
    ON CONFLICT (tenant, battery_product_id, serial) DO NOTHING RETURNING *`.execute(queryBuilder<PassportSchema>(tx));
  const skus = new Map(named.map(({ id, sku }) => [id, sku]));
  const known = new Map(added.map((row) => [row.battery_product_id, withSku(row, skus)]));
  const missing = productIds.filter((id) => !known.has(id));
  for (const passport of await passportsOfProducts(tx, missing)) known.set(passport.productId, passport);
  await recordEvent(
    tx,
    ...added.map(({ id, battery_product_id }) => ({
      ...{ eventType: 'PassportCreated', aggregateType: 'Passport', aggregateId: id },
      payload: { battery_product_id, sku: skus.get(battery_product_id) ?? null },
    })),
  );
  return named.map(({ id, sku }) => found(known.get(id), 'passport of the product', sku));
}

function withSku(row: PassportsTable, skus: ReadonlyMap<string, string>): PassportRecord {
  return passportOf({ ...row, sku: skus.get(row.battery_product_id) ?? '' });
}

async function passportsOfProducts(database: TenantExecutor, productIds: readonly string[]): Promise<PassportRecord[]> {
  if (productIds.length === 0) return [];
  const rows = await passports(database)
    .where(hasIdOf(database.dialect, 'battery_product_id', productIds))
    .where('serial', '=', '')
    .execute();
  return rows.map(passportOf);
}

export async function findPassport(database: TenantExecutor, id: string): Promise<PassportRecord> {
  const row = await passports(database).where('cf_passports.id', '=', requireId('passport', id)).executeTakeFirst();
  return passportOf(found(row, 'passport', id));
}

/** Passports of one product or of all, oldest first. With a serial number, that of one battery; with '', that of a product itself. */
export async function listPassports(
  database: TenantExecutor,
  {
    productId,
    serial,
    ...page
  }: Page & { readonly productId?: string | undefined; readonly serial?: string | undefined } = {},
): Promise<PassportRecord[]> {
  const { limit, after } = pageOf(page);
  const rows = await passports(database)
    .where('cf_passports.id', '>', after)
    .$if(productId !== undefined, (query) => query.where('battery_product_id', '=', productId ?? ''))
    .$if(serial !== undefined, (query) => query.where('serial', '=', serial ?? ''))
    .orderBy('cf_passports.id')
    .limit(limit)
    .execute();
  return rows.map(passportOf);
}

/** Passports that meet a condition. @internal Its type is one of the query builder. */
export async function passportRows(
  database: TenantExecutor,
  condition: (query: ReturnType<typeof passports>) => ReturnType<typeof passports>,
): Promise<PassportRecord[]> {
  const rows = await condition(passports(database)).orderBy('cf_passports.id').execute();
  return rows.map(passportOf);
}

function passports(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passports')
    .innerJoin('cf_battery_products', 'cf_battery_products.id', 'cf_passports.battery_product_id')
    .selectAll('cf_passports')
    .select('cf_battery_products.sku')
    .where('cf_passports.tenant', '=', database.tenant)
    .where('cf_battery_products.tenant', '=', database.tenant);
}

function passportOf(row: PassportsTable & { sku: string }): PassportRecord {
  return {
    id: row.id,
    productId: row.battery_product_id,
    sku: row.sku,
    serial: row.serial,
    currentVersionId: row.current_passport_version_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    life: row.life,
    endReason: row.end_reason,
    endedAt: row.ended_at,
    successor: parsed<LinkedPassport>(row.successor),
    predecessor: parsed<LinkedPassport>(row.predecessor),
    operator: parsed<Operator>(row.operator),
    statementCount: row.statement_count,
    statementHead: row.statement_head,
  };
}

function parsed<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}

/** How people call a passport: the SKU, followed by the serial number of a single battery. */
export function passportName({ sku, serial }: Pick<PassportRecord, 'sku' | 'serial'>): string {
  return serial === '' ? sku : `${sku}/${serial}`;
}
