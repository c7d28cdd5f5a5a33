import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { type Page, pageOf } from './references.js';

/** One page of a table, oldest rows first. */
export async function pageRows<Table extends 'cf_battery_products' | 'cf_rule_packages' | 'cf_snapshots'>(
  database: TenantExecutor,
  table: Table,
  page: Page,
): Promise<PassportSchema[Table][]> {
  const { limit, after } = pageOf(page);
  const { rows } = await sql<PassportSchema[Table]>`SELECT * FROM ${sql.table(table)}
    WHERE tenant = ${database.tenant} AND id > ${after} ORDER BY id LIMIT ${limit}`.execute(
    queryBuilder<PassportSchema>(database),
  );
  return rows;
}
