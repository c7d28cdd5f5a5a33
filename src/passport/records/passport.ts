import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { newId } from '../../platform/index.js';
import type { PassportSchema, PassportsTable } from '../schema/tables.js';
import { findProduct } from './product.js';
import { found, type Page, pageOf, requireId } from './references.js';

/** The passport of a product. Its versions are what is compiled and signed. */
export interface PassportRecord {
  readonly id: string;
  readonly productId: string;
  readonly sku: string;
  /** The active version, if there is one. */
  readonly currentVersionId: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
}

/** Creates the passport of a product (id or SKU), or returns the one it has. */
export async function createPassport(tx: TenantTransaction, product: string): Promise<PassportRecord> {
  const { id: productId, sku } = await findProduct(tx, product);
  const id = newId();
  const inserted = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_passports')
    .values({
      ...{ id, tenant: tx.tenant, battery_product_id: productId, current_passport_version_id: null },
      ...{ created_by: tx.actor, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'battery_product_id']).doNothing())
    .returning('id')
    .execute();
  if (inserted.length > 0) {
    await recordEvent(tx, {
      ...{ eventType: 'PassportCreated', aggregateType: 'Passport', aggregateId: id },
      payload: { battery_product_id: productId, sku },
    });
  }
  const row = await passports(tx).where('battery_product_id', '=', productId).executeTakeFirst();
  return passportOf(found(row, 'passport of the product', sku));
}

export async function findPassport(database: TenantExecutor, id: string): Promise<PassportRecord> {
  const row = await passports(database).where('cf_passports.id', '=', requireId('passport', id)).executeTakeFirst();
  return passportOf(found(row, 'passport', id));
}

/** Passports of one product or of all, oldest first. */
export async function listPassports(
  database: TenantExecutor,
  { productId, ...page }: Page & { readonly productId?: string | undefined } = {},
): Promise<PassportRecord[]> {
  const { limit, after } = pageOf(page);
  const rows = await passports(database)
    .where('cf_passports.id', '>', after)
    .$if(productId !== undefined, (query) => query.where('battery_product_id', '=', productId ?? ''))
    .orderBy('cf_passports.id')
    .limit(limit)
    .execute();
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
    currentVersionId: row.current_passport_version_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
