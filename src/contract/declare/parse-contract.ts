import { CasparianError } from '../../platform/index.js';
import type { ColumnType } from '../columns/column-type.js';
import { contractInvalid, untagged } from './declaration.js';
import type { NumberStyle } from '../columns/number-style.js';
import { isColumnDeclaration, parseColumn } from './column.js';

export { contractToJson } from './to-json.js';

/** A value inside a declaration, as JSON carries it: dates, decimals and large integers as text. */
export type DeclaredValue = string | number | boolean;

/** What one column must be. */
export interface ColumnContract {
  readonly name: string;
  readonly type: ColumnType;
  /** The zone that datetimes without an offset are read in, from `datetime(Europe/Berlin)`. */
  readonly localZone: string | null;
  readonly required: boolean;
  /** How dates and times are written, as in Python's strptime; null is ISO 8601. For bools the two words: `yes/no`. */
  readonly format: string | null;
  /** How numbers are written, for those that are not written 1234.56. */
  readonly numberStyle: NumberStyle | null;
  /** Texts that stand for no value. */
  readonly nulls: readonly string[];
  readonly min: DeclaredValue | null;
  readonly max: DeclaredValue | null;
  /** A regular expression that the whole text must match. */
  readonly pattern: string | null;
  readonly enum: readonly DeclaredValue[] | null;
  readonly unique: boolean;
}

export interface OutputContract {
  /** Null for the only output of a parser, which is named like the parser. */
  readonly name: string | null;
  readonly columns: readonly ColumnContract[];
  /** Whether it was taken from the data instead of declared. */
  readonly inferred: boolean;
}

export interface Contract {
  /** By name; the only, unnamed output has the key ''. Empty when the parser declares nothing. */
  readonly outputs: ReadonlyMap<string, OutputContract>;
}

/** Reads a parser's `outputs`. Throws CONTRACT_INVALID that names output, column and what is wrong. */
export function parseContract(declared: unknown): Contract {
  if (declared === null || declared === undefined) return { outputs: new Map() };
  const entries = entriesOf(declared, 'outputs must be a dict of columns, or of outputs with their columns');
  const columns = entries.filter(([, value]) => isColumnDeclaration(value));
  if (columns.length === entries.length) {
    if (entries.length === 0) return { outputs: new Map() };
    return { outputs: new Map([['', parseOutput(null, entries)]]) };
  }
  if (columns.length > 0) throw mixedLevels(columns, entries);
  const outputs = entries.map(([name, value]): [string, OutputContract] => {
    if (name === '') throw contractInvalid({ output: name }, 'an output needs a name');
    return [name, parseOutput(name, entriesOf(value, `output '${name}' must be a dict of columns`))];
  });
  return { outputs: new Map(outputs) };
}

function parseOutput(name: string | null, entries: readonly [string, unknown][]): OutputContract {
  if (entries.length === 0) throw contractInvalid({ output: name }, 'it has no columns');
  return {
    name,
    columns: entries.map(([column, value]) => parseColumn({ output: name }, column, value)),
    inferred: false,
  };
}

function entriesOf(declared: unknown, expectation: string): [string, unknown][] {
  const value = untagged(declared);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new CasparianError('CONTRACT_INVALID', `The parser's outputs cannot be understood: ${expectation}`, {
    next: ['Write for example outputs = {"id": "int!", "amount": "decimal(18,2)", "day": "date"}'],
  });
}

function mixedLevels(columns: readonly [string, unknown][], entries: readonly [string, unknown][]): CasparianError {
  const names = (chosen: readonly [string, unknown][]): string => chosen.map(([name]) => `'${name}'`).join(', ');
  const outputs = entries.filter((entry) => !columns.includes(entry));
  return new CasparianError('CONTRACT_INVALID', "The parser's outputs mix columns and outputs", {
    why: `${names(columns)} would be columns, and ${names(outputs)} outputs with columns of their own.`,
    next: ['Give every output a name and a dict of its columns, or declare columns only.'],
  });
}
