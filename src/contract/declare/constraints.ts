import { errorMessage } from '../../platform/index.js';
import { confusedFormats } from '../calendar/confused-formats.js';
import { FormatError, type FormatPurpose, parseFormat } from '../calendar/format.js';
import { boolWords } from '../cast/values/bool.js';
import type { CastValue } from '../cast/values/cast.js';
import { createValueCast } from '../cast/values/value-cast.js';
import { compilePattern } from '../check/constraint.js';
import {
  type ColumnContract,
  type DeclaredFormat,
  type DeclaredValue,
  formatsOf,
  ISO_FORMAT,
} from '../columns/contract.js';
import { isProblem } from '../problems/row-error.js';
import { contractInvalid, type Place } from './declaration.js';
import { typeText } from './type-text.js';

const WITH_FORMAT = new Set(['date', 'datetime', 'time', 'bool']);
const NUMBERS = new Set(['int', 'float', 'decimal']);
const WITH_BOUNDS = new Set(['int', 'float', 'decimal', 'date', 'datetime', 'time']);
const WITHOUT_ENUM = new Set(['json', 'binary']);

/** Checks that each constraint fits the type, and that each value in it has the type. */
export function checkConstraints(place: Place, column: ColumnContract): void {
  const { kind } = column.type;
  const refuse = (key: string, kinds: string): never => {
    throw contractInvalid(
      place,
      `'${key}' is for ${kinds}, and the column is of type ${typeText(column.type, column.localZone)}`,
    );
  };
  if (column.format !== null && !WITH_FORMAT.has(kind)) refuse('format', 'date, datetime, time and bool');
  if (column.numberStyle !== null && !NUMBERS.has(kind)) refuse('decimal, thousands', 'int, float and decimal');
  if (column.pattern !== null && kind !== 'string') refuse('pattern', 'string');
  if (column.min !== null && !WITH_BOUNDS.has(kind)) refuse('min', 'numbers, dates and times');
  if (column.max !== null && !WITH_BOUNDS.has(kind)) refuse('max', 'numbers, dates and times');
  if (column.enum !== null && WITHOUT_ENUM.has(kind)) refuse('enum', 'everything but json and binary');
  if (kind === 'bool') checkBoolFormat(place, column.format);
  else if (column.format !== null) checkFormats(place, column);
  checkPattern(place, column);
  checkValues(place, column);
}

function checkFormats(place: Place, column: ColumnContract): void {
  const formats = formatsOf(column.format);
  for (const format of formats) if (format !== null) checkFormat(place, column, format);
  if (formats.length < 2) return;
  const confused = confusedFormats(column.type.kind as FormatPurpose, formats);
  if (confused === null) return;
  const [first, second] = confused.formats.map((format) => `'${format ?? ISO_FORMAT}'`);
  throw contractInvalid(
    place,
    `its formats ${first} and ${second} can be confused: '${confused.text}' means different times in them`,
    ['Several formats are allowed if every text fits only one of them. Keep one of the two.'],
  );
}

function checkFormat(place: Place, column: ColumnContract, format: string): void {
  try {
    createValueCast({ ...column, format });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { message, suggestion } = error;
    throw contractInvalid(place, `the format '${format}' ${message}`, [
      ...(suggestion === null ? [] : [`Did you mean '${suggestion}'?`]),
      'Formats are written as in Python: %Y-%m-%d %H:%M:%S. docs/reference/contract.md lists the directives.',
    ]);
  }
  if (column.type.kind !== 'datetime') return;
  const hasOffset = parseFormat(format).some(({ kind }) => kind === 'offset');
  if (hasOffset && column.type.zone === null) {
    throw contractInvalid(place, 'its format reads an offset (%z), and a datetime has none', ['Declare datetime(tz).']);
  }
  if (!hasOffset && column.type.zone !== null && column.localZone === null) {
    throw contractInvalid(place, 'its format reads no offset (%z), and a datetime(tz) needs one', [
      'Add %z to the format, or name the zone: datetime(Europe/Berlin)',
    ]);
  }
}

function checkBoolFormat(place: Place, format: DeclaredFormat | null): void {
  if (format === null) return;
  if (typeof format !== 'string') {
    throw contractInvalid(place, 'a bool has one format, with one word for true and one for false');
  }
  if (boolWords(format) !== null) return;
  throw contractInvalid(place, `the format '${format}' does not name two different words`, [
    'Write the word for true first: "yes/no"',
  ]);
}

function checkPattern(place: Place, { pattern }: ColumnContract): void {
  if (pattern === null) return;
  try {
    compilePattern(pattern);
  } catch (error) {
    throw contractInvalid(place, `its pattern is not a regular expression: ${errorMessage(error)}`, [
      'Patterns are regular expressions of JavaScript; a named group is (?<name>…).',
    ]);
  }
}

/** Values in a declaration are always ISO 8601 and plain numbers, whatever the notation of the data. */
function checkValues(place: Place, column: ColumnContract): void {
  const cast = createValueCast({ ...column, format: null, numberStyle: null });
  const valueOf = (key: string, declared: DeclaredValue): CastValue => {
    const value = cast(declared);
    if (isProblem(value)) throw contractInvalid(place, `its ${key} is invalid: ${value.message}`);
    return value;
  };
  for (const value of column.enum ?? []) valueOf('enum', value);
  const min = column.min === null ? null : valueOf('min', column.min);
  const max = column.max === null ? null : valueOf('max', column.max);
  if (Number.isNaN(min) || Number.isNaN(max)) throw contractInvalid(place, 'NaN cannot be a bound');
  if (min !== null && max !== null && min > max) {
    throw contractInvalid(place, `its min ${column.min ?? ''} is above its max ${column.max ?? ''}`);
  }
}
