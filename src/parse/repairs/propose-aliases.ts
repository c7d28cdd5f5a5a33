import type { Cell, ColumnContract } from '../../contract/index.js';
import { nearest } from '../../platform/index.js';
import type { ContractChange } from './change.js';
import { repairedBy } from './repaired-by.js';

/**
 * Aliases for rows with a column that the contract does not have. Such a column may be a column of the contract under another name if
 * the file lacks that one and its type fits all values. Of several, the one with the most similar name is proposed; without a similar
 * name, none.
 */
export function proposeAliases(
  columns: readonly ColumnContract[],
  rows: readonly ReadonlyMap<string, Cell>[],
): ContractChange[] {
  const found = new Set(rows.flatMap((row) => [...row.keys()]));
  const isKnown = (name: string): boolean => columns.some((column) => [column.name, ...column.aliases].includes(name));
  const missing = columns.filter(({ name, aliases }) => ![name, ...aliases].some((one) => found.has(one)));
  return [...found]
    .filter((name) => !isKnown(name))
    .flatMap((alias) => {
      const cells = rows.map((row) => row.get(alias) ?? null).filter((cell) => cell !== null);
      const fitting = missing.filter((column) => cells.length > 0 && repairedBy(column, cells) === cells.length);
      const names = fitting.map(({ name }) => name);
      const chosen = names.length === 1 ? names[0] : nearest(alias, names);
      const before = fitting.find(({ name }) => name === chosen);
      if (before === undefined) return [];
      return [{ kind: 'alias' as const, before, after: { ...before, aliases: [...before.aliases, alias] } }];
    });
}
