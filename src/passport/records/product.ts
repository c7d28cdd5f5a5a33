import { sql } from 'kysely';
import {
  queryBuilder,
  tenantText,
  textsIn,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, compareUtf8, newId } from '../../platform/index.js';
import type { BatteryProductsTable, PassportSchema } from '../schema/tables.js';
import { hasIdOf } from './id-rows.js';
import { only } from './only.js';
import { pageRows } from './page-rows.js';
import { found, isId, type Page, requireText } from './references.js';
import { columnRows } from './value-rows.js';

/** A type of battery that is sold under one SKU. */
export interface ProductRecord {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly createdBy: string | null;
  readonly createdAt: number;
}

/** What identifies a product. */
interface NewProduct {
  readonly sku: string;
  readonly name: string;
}

/** Adds a product. The same SKU and name again return the existing one; another name fails with ALREADY_EXISTS. */
export function addProduct(tx: TenantTransaction, product: NewProduct): Promise<ProductRecord> {
  return only(addProducts(tx, [product]));
}

/** The same for several products, with the same statements for all. Adds all of them or none. */
export async function addProducts(tx: TenantTransaction, products: readonly NewProduct[]): Promise<ProductRecord[]> {
  for (const { sku, name } of products) {
    requireText('SKU', sku, 100);
    requireText('name', name);
  }
  // All processes insert in the same order, so that they do not deadlock.
  const rows = products.map(({ sku, name }) => [newId(), sku, name]).toSorted(bySku);
  const { rows: added } = await sql<BatteryProductsTable>`
    INSERT INTO cf_battery_products (id, tenant, sku, name, created_by, created_at)
    SELECT column1, ${tenantText(tx)}, column2, column3, CAST(${tx.actor} AS TEXT), cf_now()
    FROM ${columnRows(tx.dialect, ['UUID', 'TEXT', 'TEXT'], rows)} AS new WHERE true
    ON CONFLICT (tenant, sku) DO NOTHING RETURNING *`.execute(queryBuilder<PassportSchema>(tx));
  const known = new Map(added.map((row) => [row.sku, productOf(row)]));
  const missing = products.flatMap(({ sku }) => (known.has(sku) ? [] : [sku]));
  for (const product of await findProducts(tx, missing)) known.set(product.sku, product);
  await recordEvent(
    tx,
    ...added.map(({ id, sku, name }) => ({
      ...{ eventType: 'BATTERY_PRODUCT_CREATED', aggregateType: 'BatteryProduct', aggregateId: id },
      payload: { sku, name },
    })),
  );
  return products.map(({ sku, name }) => sameProduct(found(known.get(sku), 'battery product', sku), name));
}

/** The product with this id or SKU. */
export function findProduct(database: TenantExecutor, idOrSku: string): Promise<ProductRecord> {
  return only(findProducts(database, [idOrSku]));
}

/** Products by id or SKU, in the given order. Two queries, because an index cannot serve both conditions at once. */
export async function findProducts(database: TenantExecutor, idsOrSkus: readonly string[]): Promise<ProductRecord[]> {
  if (idsOrSkus.length === 0) return [];
  const ofTenant = queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_products')
    .selectAll()
    .where('tenant', '=', database.tenant);
  const bySkus = await ofTenant.where('sku', 'in', textsIn(database.dialect, idsOrSkus)).execute();
  const known = new Map(bySkus.map((row) => [row.sku, row]));
  const ids = idsOrSkus.flatMap((one) => (known.has(one) || !isId(one) ? [] : [one.toLowerCase()]));
  const byIds = ids.length === 0 ? [] : await ofTenant.where(hasIdOf(database.dialect, 'id', ids)).execute();
  const knownIds = new Map(byIds.map((row) => [row.id, row]));
  return idsOrSkus.map((one) =>
    productOf(found(known.get(one) ?? knownIds.get(one.toLowerCase()), 'battery product', one)),
  );
}

/** Products, oldest first. */
export async function listProducts(database: TenantExecutor, page: Page = {}): Promise<ProductRecord[]> {
  return (await pageRows(database, 'cf_battery_products', page)).map(productOf);
}

function bySku([, left = '']: readonly string[], [, right = '']: readonly string[]): number {
  return compareUtf8(left, right);
}

function sameProduct(existing: ProductRecord, name: string): ProductRecord {
  if (existing.name === name) return existing;
  throw new CasparianError('ALREADY_EXISTS', `The SKU '${existing.sku}' belongs to '${existing.name}'`, {
    why: 'The name is part of every passport of the product, so it does not change.',
  });
}

function productOf(row: BatteryProductsTable): ProductRecord {
  return { id: row.id, sku: row.sku, name: row.name, createdBy: row.created_by, createdAt: row.created_at };
}
