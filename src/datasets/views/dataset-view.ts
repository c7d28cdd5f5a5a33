import { identifier } from '../duckdb/sql-text.js';
import type { Column, FileGroup } from './column.js';
import { commonType } from './common-type.js';

/** A dataset as SQL, with notes for the user. */
export interface DatasetView {
  readonly select: string;
  readonly columns: readonly Column[];
  readonly notes: readonly string[];
}

/**
 * All files of a dataset as one table, columns matched by name. A column that a version did not write is null in its
 * rows; a column that changed its type gets a type that holds both, and a note.
 */
export function datasetView(name: string, groups: readonly FileGroup[]): DatasetView {
  const [first] = groups;
  if (first === undefined) return { select: 'SELECT NULL WHERE false', columns: [], notes: [] };
  if (groups.length === 1) return { select: first.select, columns: first.columns, notes: [] };
  const columns = mergedColumns(groups);
  const select = groups.map((group) => `(${selectAs(group, columns)})`).join('\nUNION ALL BY NAME ');
  return { select, columns, notes: changedTypes(name, groups, columns) };
}

/** In order of appearance, lineage last. SQL ignores case, so `ID` and `id` are the same. */
function mergedColumns(groups: readonly FileGroup[]): Column[] {
  const types = new Map<string, { name: string; types: string[] }>();
  for (const { name, type } of groups.flatMap(({ columns }) => columns)) {
    const known = types.get(name.toLowerCase());
    if (known === undefined) types.set(name.toLowerCase(), { name, types: [type] });
    else known.types.push(type);
  }
  const columns = [...types.values()].map((one) => ({ name: one.name, type: commonType(one.types) }));
  const isLineage = ({ name }: Column): boolean => name.startsWith('_cf_');
  return [...columns.filter((one) => !isLineage(one)), ...columns.filter(isLineage)];
}

function selectAs({ columns, select }: FileGroup, wanted: readonly Column[]): string {
  const own = new Map(columns.map(({ name }) => [name.toLowerCase(), name]));
  const values = wanted.map(({ name, type }) => {
    const column = own.get(name.toLowerCase());
    return `CAST(${column === undefined ? 'NULL' : identifier(column)} AS ${type}) AS ${identifier(name)}`;
  });
  return `SELECT ${values.join(', ')} FROM (${select})`;
}

function changedTypes(dataset: string, groups: readonly FileGroup[], columns: readonly Column[]): string[] {
  return columns.flatMap(({ name, type }) => {
    const versions = new Map<string, Set<string>>();
    for (const group of groups) {
      const own = group.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
      if (own === undefined) continue;
      versions.set(
        own.type,
        new Set([...(versions.get(own.type) ?? []), ...group.files.map(({ version }) => version)]),
      );
    }
    if (versions.size < 2) return [];
    const said = [...versions].map(([one, of]) => `${one} in ${[...of].map((version) => `v${version}`).join(', ')}`);
    return [`Column ${name} of ${dataset} is ${said.join(' and ')}: read as ${type}, so that nothing is lost.`];
  });
}
