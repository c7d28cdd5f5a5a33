import type { CheckedColumn } from './column-check.js';
import type { OutputContract } from '../columns/contract.js';
import { problem } from '../problems/row-error.js';
import { typedCell } from './typed-value.js';
import { createSeenValues, createValueHash, type SeenValues } from './seen-values.js';

/** Adds problems to columns whose values occurred before, and marks their rows as bad. */
export type UniqueCheck = (checked: readonly CheckedColumn[], bad: Uint8Array, rowsBefore: number) => void;

/**
 * A value counts from the first valid row with it: a quarantined row does not make another row a duplicate, because the
 * output does not contain it.
 */
export function createUniqueCheck(contract: OutputContract): UniqueCheck {
  const unique = contract.columns.flatMap(({ name, unique: wanted }, index) =>
    wanted ? [{ index, seen: createSeenValues(name) }] : [],
  );
  if (unique.length === 0) return () => undefined;

  return (checked, bad, rowsBefore) => {
    const columns = unique.flatMap(({ index, seen }) => {
      const column = checked[index];
      return column ? [createColumnUniqueness(column, seen)] : [];
    });
    for (let row = 0; row < bad.length; row += 1) {
      for (const column of columns) if (column.refuses(row)) bad[row] = 1;
      if (bad[row] === 0) for (const column of columns) column.remember(row, rowsBefore + row + 1);
    }
  };
}

interface ColumnUniqueness {
  refuses(row: number): boolean;
  remember(row: number, rowNumber: number): void;
}

function createColumnUniqueness({ typed, problems }: CheckedColumn, seen: SeenValues): ColumnUniqueness {
  const hash = createValueHash(typed);
  const refuse = problems.because((row) =>
    problem('duplicate_value', typedCell(typed, row), ` was in row ${seen.rowOf(hash(row))} already`),
  );
  const hasValue = (row: number): boolean => typed.present?.[row] !== 0 && !problems.has(row);
  return {
    refuses(row) {
      if (!hasValue(row) || seen.rowOf(hash(row)) === 0) return false;
      refuse(row, 'duplicate_value');
      return true;
    },
    remember(row, rowNumber) {
      if (hasValue(row)) seen.add(hash(row), rowNumber);
    },
  };
}
