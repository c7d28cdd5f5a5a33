import { CasparianError } from '../../platform/index.js';
import type { Column } from '../views/column.js';
import { holdsAll, postgresType, widenedType } from './postgres-types.js';
import type { Destination } from './destination.js';

/** A table of the destination. */
export interface TargetTable {
  readonly schema: string;
  readonly table: string;
}

/** Reads `orders` or `sales.orders`. Names may be in double quotes; the default schema is `public`. */
export function parseTableName(text: string): TargetTable {
  const [, schema, table] = /^(?:("(?:[^"]|"")+"|[^".\s]+)\.)?("(?:[^"]|"")+"|[^".\s]+)$/.exec(text.trim()) ?? [];
  if (table === undefined) {
    throw new CasparianError('OPTION_INVALID', `'${text}' is not the name of a table`, {
      next: ['Write table or schema.table. Put names with dots or spaces in double quotes.'],
    });
  }
  return { schema: schema === undefined ? 'public' : unquoted(schema), table: unquoted(table) };
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

export function tableSql({ schema, table }: TargetTable): string {
  return `${quoted(schema)}.${quoted(table)}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns of a table by name, with their types; undefined if there is no such table. */
export async function columnsOfTable(
  destination: Destination,
  { schema, table }: TargetTable,
): Promise<Map<string, string> | undefined> {
  const rows = await destination.query<{ name: string | null; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p')`,
    [schema, table],
  );
  if (rows.length === 0) return undefined;
  return new Map(rows.flatMap(({ name, type }) => (name === null ? [] : [[name, type]])));
}

/** Creates the table. Names of columns are those of the dataset, case included. */
export async function createTable(
  destination: Destination,
  target: TargetTable,
  columns: readonly Column[],
): Promise<void> {
  const declared = columns.map((column) => `${quoted(column.name)} ${declaredType(column)}`);
  await destination.query(`CREATE TABLE ${tableSql(target)} (${declared.join(', ')})`);
}

/**
 * The rows of a job lie together, in the order of jobs, so a block range index finds them. It is made in milliseconds and stays
 * small, where a B-tree would take as long as the rows themselves.
 */
export async function indexJobs(destination: Destination, target: TargetTable): Promise<void> {
  await destination.query(`CREATE INDEX ON ${tableSql(target)} USING brin (${quoted('_cf_job_id')})`);
}

/** Compares job ids byte by byte, as the index needs it. */
function declaredType(column: Column): string {
  const type = requiredType(column);
  return column.name === '_cf_job_id' ? `${type} COLLATE "C"` : type;
}

function requiredType({ name, type }: Column): string {
  const found = postgresType(type);
  if (found !== undefined) return found;
  throw new CasparianError('LOAD_TABLE_MISMATCH', `Column '${name}' has a type that PostgreSQL does not have: ${type}`);
}

/**
 * Makes an existing table fit: new columns are added, and numbers get more digits, if we created the table. The table of somebody
 * else is only checked.
 */
export async function fitTable(
  destination: Destination,
  target: TargetTable,
  { columns, existing, isOurs }: { columns: readonly Column[]; existing: Map<string, string>; isOurs: boolean },
): Promise<void> {
  const changes = columns.flatMap((column) => {
    const [wanted, actual] = [requiredType(column), existing.get(column.name)];
    if (actual === undefined) return [`ADD COLUMN ${quoted(column.name)} ${wanted}`];
    if (holdsAll(actual, wanted)) return [];
    const type = widenedType(actual, wanted);
    if (type === undefined) throw columnDiffers(target, column.name, { actual, wanted });
    return [`ALTER COLUMN ${quoted(column.name)} TYPE ${type}`];
  });
  if (changes.length === 0) return;
  const statement = `ALTER TABLE ${tableSql(target)} ${changes.join(', ')}`;
  if (!isOurs) throw tableDiffers(target, statement);
  await destination.query(statement);
}

function columnDiffers(
  target: TargetTable,
  column: string,
  { actual, wanted }: { actual: string; wanted: string },
): CasparianError {
  return new CasparianError('LOAD_TABLE_MISMATCH', `Column '${column}' of ${tableSql(target)} is ${actual}`, {
    why: `The dataset needs ${wanted}. A conversion could change values, so nothing was loaded.`,
    next: ['Load into another table, or drop this one: the next load creates it again with all rows.'],
  });
}

function tableDiffers(target: TargetTable, statement: string): CasparianError {
  return new CasparianError('LOAD_TABLE_MISMATCH', `The table ${tableSql(target)} lacks columns of the dataset`, {
    why: 'It was not created by casparian, so it is not changed. Nothing was loaded.',
    next: [`Change it: ${statement};`, 'Or load into another table, which will be created.'],
  });
}
