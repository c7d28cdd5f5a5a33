import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { newId } from '../../platform/index.js';
import type { PassportSchema, RulePackagesTable } from '../schema/tables.js';
import { pageRows } from './page-rows.js';
import { found, isId, type Page, requireText } from './references.js';

/** Rules under one name, in versions. */
export interface RulePackageRecord {
  readonly id: string;
  readonly name: string;
  /** The number of its newest version; 0 before the first. */
  readonly versions: number;
  readonly createdBy: string | null;
  readonly createdAt: number;
}

/** Adds a package, or returns the one with this name. */
export async function addRulePackage(
  tx: TenantTransaction,
  { name }: { readonly name: string },
): Promise<RulePackageRecord> {
  requireText('name', name, 200);
  const [row] = await queryBuilder<PassportSchema>(tx)
    .insertInto('cf_rule_packages')
    .values({
      ...{ id: newId(), tenant: tx.tenant, name, versions: 0 },
      ...{ created_by: tx.actor, created_at: sql<number>`cf_now()` },
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'name']).doNothing())
    .returningAll()
    .execute();
  if (row === undefined) return findRulePackage(tx, name);
  await recordEvent(tx, {
    ...{ eventType: 'RULE_PACKAGE_CREATED', aggregateType: 'RulePackage', aggregateId: row.id },
    payload: { name },
  });
  return packageOf(row);
}

/** The package with this id or name. */
export async function findRulePackage(database: TenantExecutor, idOrName: string): Promise<RulePackageRecord> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_rule_packages')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where((is) =>
      is.or([is('name', '=', idOrName), ...(isId(idOrName) ? [is('id', '=', idOrName.toLowerCase())] : [])]),
    )
    .executeTakeFirst();
  return packageOf(found(row, 'rule package', idOrName));
}

/** Packages, oldest first. */
export async function listRulePackages(database: TenantExecutor, page: Page = {}): Promise<RulePackageRecord[]> {
  return (await pageRows(database, 'cf_rule_packages', page)).map(packageOf);
}

function packageOf(row: RulePackagesTable): RulePackageRecord {
  return {
    id: row.id,
    name: row.name,
    versions: row.versions,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
