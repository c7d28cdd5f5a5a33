import type { Database } from '../../database/index.js';
import type { BadRows } from './bad-rows.js';

/** A column that holds the id of a row of another table, and how a row and what it refers to are called. */
interface Reference {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  readonly rows: string;
  readonly missing: string;
}

/** Tables without an id are named by this column. */
const NAMES: Readonly<Record<string, string>> = {
  cf_fact_sources: 'document_version_id',
  cf_snapshot_items: 'snapshot_id',
  cf_battery_problems: 'batch_id',
};

const REFERENCES: readonly Reference[] = [
  reference('passports', 'battery_product_id', 'battery_products', 'passports', 'product'),
  reference('passports', 'current_passport_version_id', 'passport_versions', 'passports', 'active version'),
  reference('document_versions', 'document_id', 'documents', 'document versions', 'document'),
  reference('fact_sources', 'document_version_id', 'document_versions', 'sources of facts', 'document version'),
  reference('fact_sources', 'fact_id', 'facts', 'sources of facts', 'fact'),
  reference('snapshot_items', 'snapshot_id', 'snapshots', 'items of snapshots', 'snapshot'),
  reference('snapshot_items', 'fact_id', 'facts', 'items of snapshots', 'fact'),
  reference('rule_package_versions', 'rule_package_id', 'rule_packages', 'rule versions', 'package'),
  reference('passport_versions', 'passport_id', 'passports', 'passport versions', 'passport'),
  reference('passport_versions', 'snapshot_id', 'snapshots', 'passport versions', 'snapshot'),
  reference(
    'passport_versions',
    'rule_package_version_id',
    'rule_package_versions',
    'passport versions',
    'rule version',
  ),
  reference('passport_exports', 'passport_version_id', 'passport_versions', 'exports', 'passport version'),
  reference('passport_statements', 'passport_id', 'passports', 'statements about batteries', 'passport'),
  reference('passport_statements', 'document_version_id', 'document_versions', 'readings', 'document version'),
  reference('passport_transfers', 'passport_id', 'passports', 'transfers', 'passport'),
  reference('battery_batches', 'battery_product_id', 'battery_products', 'batches of batteries', 'product'),
  reference('battery_batches', 'snapshot_id', 'snapshots', 'batches of batteries', 'snapshot'),
  reference('battery_batches', 'document_version_id', 'document_versions', 'batches of batteries', 'document version'),
  reference('battery_problems', 'batch_id', 'battery_batches', 'problems of batteries', 'batch'),
];

function reference(table: string, column: string, to: string, rows: string, missing: string): Reference {
  return { table: `cf_${table}`, column, to: `cf_${to}`, rows, missing };
}

const MAX_EXAMPLES = 5;

/** Rows that refer to a row that their tenant does not have. There are no foreign keys, because they would slow down every insert. */
export async function orphans(database: Database): Promise<BadRows[]> {
  const found: BadRows[] = [];
  for (const { table, column, to, rows, missing } of REFERENCES) {
    const from = `FROM ${table} AS own WHERE own.${column} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${to} AS other WHERE other.id = own.${column} AND other.tenant = own.tenant)`;
    const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count ${from}`);
    const count = row?.count ?? 0;
    if (count === 0) continue;
    const id = NAMES[table] ?? 'id';
    const some = await database.query<{ id: string }>(`SELECT own.${id} AS id ${from} LIMIT ${MAX_EXAMPLES}`);
    const problem = `${rows} refer to a ${missing} that does not exist`;
    found.push({ problem, count, examples: some.map((row) => row.id) });
  }
  return found;
}
