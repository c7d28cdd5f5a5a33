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
  ],
};

/** What `db move` carries over. */
export const COLLECT_TABLES: readonly MovedTable[] = tableDefinitions(SQLITE).map(({ name, key, columns }) => ({
  name,
  key,
  columns: columns.map((column) => column.slice(0, column.indexOf(' '))),
}));

function tables(types: ColumnTypes): string {
  return tableDefinitions(types).map(createTable).join('\n');
}

function createTable({ name, columns, constraints, indexes = [] }: TableDefinition): string {
  const table = `CREATE TABLE ${name} (\n  ${[...columns, ...constraints].join(',\n  ')}\n);\n`;
  return table + indexes.map((index) => `CREATE INDEX ${index};\n`).join('');
}
