import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import type { BatteryProductsTable, PassportSchema } from '../schema/tables.js';
import { found, isId, type Page, pageOf, requireText } from './references.js';

/** A type of battery that is sold under one SKU. */
export interface ProductRecord {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly createdBy: string | null;
  readonly createdAt: number;
}

/** Adds a product. The same SKU and name again return the existing one; another name fails with ALREADY_EXISTS. */
export async function addProduct(
  tx: TenantTransaction,
  { sku, name }: { readonly sku: string; readonly name: string },
): Promise<ProductRecord> {
  requireText('SKU', sku, 100);
  requireText('name', name);
  const [row] = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_battery_products')
    .values({ id: newId(), tenant: tx.tenant, sku, name, created_by: tx.actor, created_at: sql<number>`cf_now()` })
    .onConflict((conflict) => conflict.columns(['tenant', 'sku']).doNothing())
    .returningAll()
    .execute();
  if (row === undefined) return sameProduct(await findProduct(tx, sku), name);
  await recordEvent(tx, {
    ...{ eventType: 'BATTERY_PRODUCT_CREATED', aggregateType: 'BatteryProduct', aggregateId: row.id },
    payload: { sku, name },
  });
  return productOf(row);
}

/** The product with this id or SKU. */
export async function findProduct(database: TenantExecutor, idOrSku: string): Promise<ProductRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_products')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where((is) => is.or([is('sku', '=', idOrSku), ...(isId(idOrSku) ? [is('id', '=', idOrSku.toLowerCase())] : [])]))
    .executeTakeFirst();
  return productOf(found(row, 'battery product', idOrSku));
}

/** Products, oldest first. */
export async function listProducts(database: TenantExecutor, page: Page = {}): Promise<ProductRecord[]> {
  const { limit, after } = pageOf(page);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_battery_products')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(productOf);
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
