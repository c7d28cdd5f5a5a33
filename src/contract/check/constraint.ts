import type { TypedColumn } from '../columns/typed.js';
import type { CastValue } from '../cast/values/cast.js';
import { createValueCast } from '../cast/values/value-cast.js';
import type { ColumnContract, DeclaredValue } from '../columns/contract.js';
import { type ErrorType, isProblem, problem, type Problem } from '../problems/row-error.js';
import { typedCell, typedValue } from './typed-value.js';

const SHOWN_CHOICES = 8;

/** Checked only for rows with a value. */
export interface Constraint {
  readonly errorType: ErrorType;
  holds(column: TypedColumn, row: number): boolean;
  explain(column: TypedColumn, row: number): Problem;
}

/** `min`, `max`, `pattern` and `enum` of a column, in the order of checking. */
export function createConstraints(contract: ColumnContract): readonly Constraint[] {
  const cast = createValueCast({ ...contract, format: null, numberStyle: null });
  const valueOf = (declared: DeclaredValue): CastValue => {
    const value = cast(declared);
    if (isProblem(value)) throw new TypeError(`a constraint that was checked does not fit: ${value.message}`);
    return value;
  };
  const constraints: Constraint[] = [];
  if (contract.min !== null) constraints.push(minimum(valueOf(contract.min), contract.min));
  if (contract.max !== null) constraints.push(maximum(valueOf(contract.max), contract.max));
  if (contract.pattern !== null) constraints.push(pattern(contract.pattern));
  if (contract.enum !== null) constraints.push(oneOf(contract.enum.map(valueOf), contract.enum));
  return constraints;
}

/** The whole text must match: a pattern without anchors must not accept a text that only contains a match. */
export function compilePattern(source: string): RegExp {
  // Compiled alone first: a bracket that closes the added group must not make an invalid expression valid.
  new RegExp(source, 'u');
  return new RegExp(`^(?:${source})$`, 'u');
}

/** NaN compares with nothing, so it does not satisfy a bound. */
function minimum(least: CastValue, declared: DeclaredValue): Constraint {
  return {
    errorType: 'below_minimum',
    holds: (column, row) => typedValue(column, row) >= least,
    explain: (column, row) => problem('below_minimum', typedCell(column, row), ` is below the minimum ${declared}`),
  };
}

function maximum(most: CastValue, declared: DeclaredValue): Constraint {
  return {
    errorType: 'above_maximum',
    holds: (column, row) => typedValue(column, row) <= most,
    explain: (column, row) => problem('above_maximum', typedCell(column, row), ` is above the maximum ${declared}`),
  };
}

function pattern(source: string): Constraint {
  const expression = compilePattern(source);
  return {
    errorType: 'pattern_mismatch',
    holds: (column, row) => expression.test(String(typedValue(column, row))),
    explain: (column, row) => problem('pattern_mismatch', typedCell(column, row), ` does not match ${source}`),
  };
}

function oneOf(values: readonly CastValue[], declared: readonly DeclaredValue[]): Constraint {
  const allowed = new Set(values);
  const listed = declared.slice(0, SHOWN_CHOICES).join(', ') + (declared.length > SHOWN_CHOICES ? ', …' : '');
  return {
    errorType: 'not_in_enum',
    holds: (column, row) => allowed.has(typedValue(column, row)),
    explain: (column, row) => problem('not_in_enum', typedCell(column, row), ` is not one of ${listed}`),
  };
}
