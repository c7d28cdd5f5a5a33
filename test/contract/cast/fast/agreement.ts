import type { Data } from 'apache-arrow';
import { expect } from 'vitest';
import { cellAt } from '../../../../src/contract/columns/cell-at.js';
import { trimmed, type GivenCell } from '../../../../src/contract/cast/values/cast.js';
import { createValueCast } from '../../../../src/contract/cast/values/value-cast.js';
import { createColumnProblems } from '../../../../src/contract/problems/column-problems.js';
import { createColumnCast } from '../../../../src/contract/cast/column-cast.js';
import { isProblem } from '../../../../src/contract/problems/row-error.js';
import { typedValue } from '../../../../src/contract/check/typed-value.js';
import { contractOf } from '../../batches.js';

/** Checks that a column cast returns the same as the reference cast for each cell, null texts included. */
export function expectAgreement(declared: unknown, data: Data): void {
  const contract = contractOf({ value: declared }).columns[0]!;
  const cast = createValueCast(contract);
  const column = { form: 'arrow', name: 'value', data } as const;
  const problems = createColumnProblems(data.length);
  const isNull = (cell: GivenCell): boolean =>
    typeof cell === 'string' && contract.nulls.includes(contract.type.kind === 'string' ? cell : trimmed(cell));
  const typed = createColumnCast(contract)(column, data.length, problems);
  for (let row = 0; row < data.length; row += 1) {
    const cell = cellAt(column, row);
    const expected = cell === null || isNull(cell) ? null : comparable(cast(cell));
    const found = typed.present?.[row] === 0 ? null : (problems.at(row) ?? comparable(typedValue(typed, row)));
    expect(found).toEqual(expected);
  }
}

/** Text and bytes compare as bytes; minus zero of an int is zero. */
function comparable(value: unknown): unknown {
  if (isProblem(value)) return value;
  return typeof value === 'string' || value instanceof Uint8Array ? Buffer.from(value as GivenCell as string) : value;
}
