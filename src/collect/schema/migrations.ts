import type { MigrationLine } from '../../database/index.js';
import type { MovedTable } from '../../engine/index.js';
import { type ColumnTypes, type TableDefinition, tableDefinitions } from './table-definitions.js';

const SQLITE: ColumnTypes = { id: 'TEXT', text: 'TEXT', bytes: 'BLOB', real: 'REAL' };
const POSTGRES: ColumnTypes = { id: 'UUID', text: 'TEXT COLLATE "C"', bytes: 'BYTEA', real: 'DOUBLE PRECISION' };

/** The migrations of the module. Forward only; never edit a released step. */
export const COLLECT_MIGRATIONS: MigrationLine = {
  module: 'collect',
  steps: [
    {
      number: 1,
      name: 'sources, intakes, price points, valuations',
      sql: { sqlite: tables(SQLITE), postgres: tables(POSTGRES) },
    },
    {
      number: 2,
      name: 'half-life of an intake',
      sql: { sqlite: addedColumns(SQLITE, 2), postgres: addedColumns(POSTGRES, 2) },
    },
    {
      number: 3,
      name: 'how often sources are asked',
      sql: { sqlite: tables(SQLITE, 3), postgres: tables(POSTGRES, 3) },
    },
  ],
};

/** What `db move` carries over. */
export const COLLECT_TABLES: readonly MovedTable[] = tableDefinitions(SQLITE).map(
  ({ name, key, columns, added = {} }) => ({
    name,
    key,
    columns: [...columns, ...Object.values(added).flat()].map((column) => column.slice(0, column.indexOf(' '))),
  }),
);

function tables(types: ColumnTypes, number = 1): string {
  const added = tableDefinitions(types).filter(({ since = 1 }) => since === number);
  return added.map(createTable).join('\n');
}

function addedColumns(types: ColumnTypes, number: number): string {
  const statements = tableDefinitions(types).flatMap(({ name, added }) =>
    (added?.[number] ?? []).map((column) => `ALTER TABLE ${name} ADD COLUMN ${column};`),
  );
  return statements.join('\n');
}

function createTable({ name, columns, constraints, indexes = [] }: TableDefinition): string {
  const table = `CREATE TABLE ${name} (\n  ${[...columns, ...constraints].join(',\n  ')}\n);\n`;
  return table + indexes.map((index) => `CREATE INDEX ${index};\n`).join('');
}
