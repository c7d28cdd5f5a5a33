import type { Executor } from '../../database/index.js';

/** How much of each kind there is, for all tenants. */
export interface PassportCounts {
  readonly products: number;
  readonly passports: number;
  readonly versions: number;
  /** Of these versions. */
  readonly active: number;
  readonly documents: number;
  readonly facts: number;
  readonly snapshots: number;
  readonly rules: number;
}

const COUNTS = `SELECT
  (SELECT count(*) FROM cf_battery_products) AS products,
  (SELECT count(*) FROM cf_passports) AS passports,
  (SELECT count(*) FROM cf_passport_versions) AS versions,
  (SELECT count(*) FROM cf_passport_versions WHERE status = 'ACTIVE') AS active,
  (SELECT count(*) FROM cf_documents) AS documents,
  (SELECT count(*) FROM cf_facts) AS facts,
  (SELECT count(*) FROM cf_snapshots) AS snapshots,
  (SELECT count(*) FROM cf_rule_packages) AS rules`;

export async function countPassports(database: Executor): Promise<PassportCounts> {
  const [counts] = await database.query<{ [Name in keyof PassportCounts]: number }>(COUNTS);
  return counts as PassportCounts;
}
