import type { CheckedColumn } from '../column-check.js';
import type { OutputContract } from '../contract.js';
import { problem } from '../row-error.js';
import { createSeenValues } from './seen-values.js';
import { createValueHash } from './value-hash.js';

/** Adds problems to columns whose values were there before, and marks their rows as bad. */
export type UniqueCheck = (checked: readonly CheckedColumn[], bad: Uint8Array, rowsBefore: number) => void;

/**
 * A value counts from the first row that passed with it: what is quarantined for another reason makes nobody a
 * duplicate, because the output does not hold it.
 */
export function createUniqueCheck(contract: OutputContract): UniqueCheck {
  const unique = contract.columns.flatMap(({ name, unique: wanted }, index) =>
    wanted ? [{ index, seen: createSeenValues(name) }] : [],
  );
  if (unique.length === 0) return () => undefined;

  return (checked, bad, rowsBefore) => {
    const columns = unique.flatMap(({ index, seen }) => {
      const column = checked[index];
      return column ? [{ ...column, seen, hash: createValueHash(column.typed) }] : [];
    });
    for (let row = 0; row < bad.length; row += 1) {
      for (const { typed, problems, seen, hash } of columns) {
        if (typed.present?.[row] === 0 || problems.at(row) !== undefined) continue;
        const firstRow = seen.rowOf(hash(row));
        if (firstRow === 0) continue;
        problems.add(row, problem('duplicate_value', `is unique, and its value was in row ${firstRow} already`));
        bad[row] = 1;
      }
      if (bad[row] === 1) continue;
      for (const { typed, seen, hash } of columns) {
        if (typed.present?.[row] !== 0) seen.add(hash(row), rowsBefore + row + 1);
      }
    }
  };
}
