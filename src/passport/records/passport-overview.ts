import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { isoTime } from '../../platform/index.js';
import type { PassportSchema, PassportStatus } from '../schema/tables.js';
import { pageOf, type Page, requireId } from './references.js';

/** A passport with its product and its newest version. */
export interface PassportOverview {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly currentVersionId: string | null;
  readonly versions: number;
  readonly newest: {
    readonly id: string;
    readonly status: PassportStatus;
    readonly createdAt: number;
    readonly rules: string;
  } | null;
  readonly createdAt: number;
}

export interface OverviewFilter extends Omit<Page, 'after'> {
  /** A part of the SKU or the name, in any case. */
  readonly text?: string | undefined;
  /** Of the newest version. */
  readonly status?: PassportStatus | undefined;
  /** The last id of the page before. */
  readonly before?: string | undefined;
}

/** Passports, newest first. */
export async function listPassportOverviews(
  database: TenantExecutor,
  { text, status, before, limit: wanted }: OverviewFilter = {},
): Promise<PassportOverview[]> {
  const { limit } = pageOf({ limit: wanted });
  const { tenant } = database;
  let query = queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passports as passport')
    .innerJoin('cf_battery_products as product', 'product.id', 'passport.battery_product_id')
    .leftJoin('cf_passport_versions as newest', (join) =>
      join
        .on('newest.tenant', '=', tenant)
        .on('newest.id', '=', (eb) =>
          eb
            .selectFrom('cf_passport_versions as version')
            .select('version.id')
            .where('version.tenant', '=', tenant)
            .whereRef('version.passport_id', '=', 'passport.id')
            .orderBy('version.id', 'desc')
            .limit(1),
        ),
    )
    .leftJoin('cf_rule_package_versions as rules', 'rules.id', 'newest.rule_package_version_id')
    .leftJoin('cf_rule_packages as package', 'package.id', 'rules.rule_package_id')
    .select([
      'passport.id',
      'passport.current_passport_version_id',
      'passport.created_at',
      'product.sku',
      'product.name',
    ])
    .select(['newest.id as newest_id', 'newest.status', 'newest.created_at as newest_at'])
    .select(['package.name as package_name', 'rules.version as rules_version'])
    .select((eb) =>
      eb
        .selectFrom('cf_passport_versions as version')
        .select(sql<number>`count(*)`.as('count'))
        .where('version.tenant', '=', tenant)
        .whereRef('version.passport_id', '=', 'passport.id')
        .as('versions'),
    )
    .where('passport.tenant', '=', tenant)
    .where('product.tenant', '=', tenant);
  if (before !== undefined) query = query.where('passport.id', '<', requireId('passport', before));
  if (status !== undefined) query = query.where('newest.status', '=', status);
  if (text !== undefined) {
    const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(product.sku) LIKE ${part} ESCAPE '\\' OR lower(product.name) LIKE ${part} ESCAPE '\\')`,
    );
  }
  const rows = await query.orderBy('passport.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...{ id: row.id, sku: row.sku, name: row.name, currentVersionId: row.current_passport_version_id },
    versions: Number(row.versions),
    newest:
      row.newest_id === null
        ? null
        : {
            id: row.newest_id,
            status: row.status as PassportStatus,
            createdAt: Number(row.newest_at),
            rules: `${row.package_name} ${row.rules_version}`,
          },
    createdAt: row.created_at,
  }));
}

export function passportOverviewJson({ id, newest, ...overview }: PassportOverview): object {
  return {
    passport_id: id,
    sku: overview.sku,
    name: overview.name,
    current_passport_version_id: overview.currentVersionId,
    versions: overview.versions,
    newest_version: newest && {
      passport_version_id: newest.id,
      status: newest.status,
      created_at: isoTime(newest.createdAt),
      rules: newest.rules,
    },
    created_at: isoTime(overview.createdAt),
  };
}
