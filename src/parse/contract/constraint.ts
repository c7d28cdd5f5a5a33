import type { TypedColumn } from '../columns/typed.js';
import type { CastValue } from './cast/cast.js';
import { createColumnCast } from './cast/column-cast.js';
import type { ColumnContract, DeclaredValue } from './contract.js';
import { isProblem, problem, type Problem } from './row-error.js';
import { quote } from './quote.js';
import { typedCell, typedValue } from './typed-value.js';

const SHOWN_CHOICES = 8;

/** What is wrong with the value of a row that has one, null when nothing is. */
export type Constraint = (column: TypedColumn, row: number) => Problem | null;

/** `min`, `max`, `pattern` and `enum` of a column, in the order in which they are asked. */
export function createConstraints(contract: ColumnContract): readonly Constraint[] {
  const cast = createColumnCast({ ...contract, format: null });
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

/** The whole text must match, so that a pattern without anchors does not let anything pass that only contains it. */
export function compilePattern(source: string): RegExp {
  // First on its own: what closes a bracket of ours must not make an expression valid.
  new RegExp(source, 'u');
  return new RegExp(`^(?:${source})$`, 'u');
}

/** NaN is neither above nor below anything, so it does not satisfy a bound. */
function minimum(least: CastValue, declared: DeclaredValue): Constraint {
  return (column, row) => {
    const value = typedValue(column, row);
    return value >= least
      ? null
      : problem('below_minimum', `${quote(typedCell(column, row))} is below the minimum ${declared}`);
  };
}

function maximum(most: CastValue, declared: DeclaredValue): Constraint {
  return (column, row) => {
    const value = typedValue(column, row);
    return value <= most
      ? null
      : problem('above_maximum', `${quote(typedCell(column, row))} is above the maximum ${declared}`);
  };
}

function pattern(source: string): Constraint {
  const expression = compilePattern(source);
  return (column, row) =>
    expression.test(String(typedValue(column, row)))
      ? null
      : problem('pattern_mismatch', `${quote(typedCell(column, row))} does not match ${source}`);
}

function oneOf(values: readonly CastValue[], declared: readonly DeclaredValue[]): Constraint {
  const allowed = new Set(values);
  const listed = declared.slice(0, SHOWN_CHOICES).join(', ') + (declared.length > SHOWN_CHOICES ? ', …' : '');
  return (column, row) =>
    allowed.has(typedValue(column, row))
      ? null
      : problem('not_in_enum', `${quote(typedCell(column, row))} is not one of ${listed}`);
}
