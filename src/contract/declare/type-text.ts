import { nearest } from '../../platform/index.js';
import type { ColumnType } from '../columns/column-type.js';
import { isZone } from '../calendar/zone.js';

export interface DeclaredType {
  readonly type: ColumnType;
  readonly localZone: string | null;
  readonly required: boolean;
}

/** The problem with the text of a type, and the probable intention. */
export interface TypeFault {
  readonly fault: string;
  readonly suggestion: string | null;
}

/** Other names for the types in Python, pandas, Arrow and SQL. */
export const TYPE_ALIASES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  varchar: 'string',
  utf8: 'string',
  integer: 'int',
  int64: 'int',
  bigint: 'int',
  long: 'int',
  double: 'float',
  float64: 'float',
  real: 'float',
  numeric: 'decimal',
  boolean: 'bool',
  timestamp: 'datetime',
  bytes: 'binary',
  blob: 'binary',
  dict: 'json',
};

const PLAIN_TYPES = ['string', 'int', 'float', 'bool', 'date', 'datetime', 'time', 'json', 'binary'] as const;
const TYPE_TEXT = /^\s*([A-Za-z_0-9]+)\s*(?:\(([^()]*)\))?\s*(!?)\s*$/;
export const LARGEST_PRECISION = 38;

export function parseTypeText(text: string): DeclaredType | TypeFault {
  const match = TYPE_TEXT.exec(text);
  if (match === null) return unknownType(text);
  const written = (match[1] ?? '').toLowerCase();
  const name = (Object.hasOwn(TYPE_ALIASES, written) ? TYPE_ALIASES[written] : undefined) ?? written;
  const inBrackets = match[2]?.trim();
  const required = match[3] === '!';
  if (name === 'decimal') return decimalType(inBrackets, required);
  if (name === 'datetime' && inBrackets !== undefined) return zonedDatetime(inBrackets, required);
  const plain = PLAIN_TYPES.find((known) => known === name);
  if (plain === undefined) return unknownType(text);
  if (inBrackets !== undefined) return { fault: `'${text}': ${plain} takes nothing in brackets`, suggestion: plain };
  return { type: plain === 'datetime' ? { kind: plain, zone: null } : { kind: plain }, localZone: null, required };
}

export function isTypeFault(outcome: DeclaredType | TypeFault): outcome is TypeFault {
  return 'fault' in outcome;
}

/** The type in a declaration, without the mark for required. */
export function typeText(type: ColumnType, localZone: string | null): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`;
    case 'datetime':
      return type.zone === null ? 'datetime' : `datetime(${localZone ?? 'tz'})`;
    default:
      return type.kind;
  }
}

function decimalType(inBrackets: string | undefined, required: boolean): DeclaredType | TypeFault {
  const match = /^([0-9]+)(?:\s*,\s*([0-9]+))?$/.exec(inBrackets ?? '');
  if (match === null) return { fault: 'a decimal needs its number of digits', suggestion: 'decimal(18,2)' };
  const [precision, scale] = [Number(match[1]), Number(match[2] ?? 0)];
  if (precision < 1 || precision > LARGEST_PRECISION) {
    return { fault: `a decimal has 1 to ${LARGEST_PRECISION} digits, not ${precision}`, suggestion: null };
  }
  if (scale > precision) {
    return {
      fault: `${scale} of ${precision} digits cannot be after the point`,
      suggestion: `decimal(${scale},${precision})`,
    };
  }
  return { type: { kind: 'decimal', precision, scale }, localZone: null, required };
}

/**
 * `tz` requires an offset in every value; the name of a zone also accepts values without one, as local times of that
 * zone.
 */
function zonedDatetime(zone: string, required: boolean): DeclaredType | TypeFault {
  if (zone.toLowerCase() === 'tz') return { type: { kind: 'datetime', zone: 'UTC' }, localZone: null, required };
  if (isZone(zone)) return { type: { kind: 'datetime', zone }, localZone: zone, required };
  const guess = nearest(zone, Intl.supportedValuesOf('timeZone'));
  return {
    fault: `'${zone}' is not a time zone`,
    suggestion: guess === undefined ? 'datetime(tz)' : `datetime(${guess})`,
  };
}

function unknownType(text: string): TypeFault {
  const word = /[A-Za-z_0-9]+/.exec(text)?.[0]?.toLowerCase() ?? '';
  const known = [...PLAIN_TYPES, 'decimal', ...Object.keys(TYPE_ALIASES)];
  const guess = word === '' ? undefined : nearest(word, known);
  const suggestion = guess === undefined ? null : (TYPE_ALIASES[guess] ?? guess);
  return { fault: `'${text}' is not a type`, suggestion: suggestion === 'decimal' ? 'decimal(18,2)' : suggestion };
}
