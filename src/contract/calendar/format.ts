/** One part of a format: a directive that reads something, or a literal character. */
export type FormatPart =
  | { readonly kind: 'digits'; readonly field: NumericField; readonly least: number; readonly most: number }
  | { readonly kind: 'name'; readonly field: NamedField }
  | { readonly kind: 'offset' }
  | { readonly kind: 'literal'; readonly text: string };

export type NumericField =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'day'
  | 'dayOfYear'
  | 'hour'
  | 'hour12'
  | 'minute'
  | 'second'
  | 'fraction';
export type NamedField = 'month' | 'weekday' | 'half';

/** The supported directives of Python's strptime. One-digit days, months and hours are read as in Python. */
const DIRECTIVES: Readonly<Record<string, FormatPart>> = {
  Y: { kind: 'digits', field: 'year', least: 4, most: 4 },
  y: { kind: 'digits', field: 'shortYear', least: 2, most: 2 },
  m: { kind: 'digits', field: 'month', least: 1, most: 2 },
  d: { kind: 'digits', field: 'day', least: 1, most: 2 },
  j: { kind: 'digits', field: 'dayOfYear', least: 1, most: 3 },
  H: { kind: 'digits', field: 'hour', least: 1, most: 2 },
  I: { kind: 'digits', field: 'hour12', least: 1, most: 2 },
  M: { kind: 'digits', field: 'minute', least: 1, most: 2 },
  S: { kind: 'digits', field: 'second', least: 1, most: 2 },
  f: { kind: 'digits', field: 'fraction', least: 1, most: 6 },
  b: { kind: 'name', field: 'month' },
  B: { kind: 'name', field: 'month' },
  a: { kind: 'name', field: 'weekday' },
  A: { kind: 'name', field: 'weekday' },
  p: { kind: 'name', field: 'half' },
  z: { kind: 'offset' },
  '%': { kind: 'literal', text: '%' },
};

/** Throws a FormatError with the problem, for the author of the contract. */
export function parseFormat(format: string): readonly FormatPart[] {
  if (!format.includes('%')) throw new FormatError('has no directives such as %Y', strptimeForm(format));
  const parts: FormatPart[] = [];
  for (let at = 0; at < format.length; at += 1) {
    if (format.charAt(at) !== '%') {
      parts.push({ kind: 'literal', text: format.charAt(at) });
      continue;
    }
    at += 1;
    const letter = format.charAt(at);
    const part = Object.hasOwn(DIRECTIVES, letter) ? DIRECTIVES[letter] : undefined;
    if (part === undefined) throw new FormatError(`has %${letter}, which is not supported`, null);
    parts.push(part);
  }
  return withFullWidths(parts);
}

/** Between adjacent digits, only a fixed width shows where one field ends: `%Y%m%d`. */
function withFullWidths(parts: readonly FormatPart[]): readonly FormatPart[] {
  return parts.map((part, index) => {
    const next = parts[index + 1];
    const runsOn = next?.kind === 'digits' || (next?.kind === 'literal' && /[0-9]/.test(next.text));
    return part.kind === 'digits' && runsOn ? { ...part, least: part.most } : part;
  });
}

/** The strptime form of a format such as `DD/MM/YYYY`; null for other formats. */
function strptimeForm(format: string): string | null {
  const written = format
    .replace(/YYYY|yyyy/g, '%Y')
    .replace(/YY|yy/g, '%y')
    .replace(/(?<=HH?:)(MM|mm|mi|MI)/g, '%M')
    .replace(/MMMM/g, '%B')
    .replace(/MMM/g, '%b')
    .replace(/MM|(?<!%)mm(?![:.])/g, '%m')
    .replace(/DD|dd/g, '%d')
    .replace(/HH24|HH|hh/g, '%H')
    .replace(/SS|ss/g, '%S');
  return written === format ? null : written;
}

export type FormatPurpose = 'date' | 'datetime' | 'time';

const OF_DATE = new Set(['year', 'shortYear', 'month', 'day', 'dayOfYear', 'weekday']);

/** Checks that a format names every field that its column needs, once, and no others. */
export function checkFormatFields(parts: readonly FormatPart[], purpose: FormatPurpose): void {
  const fields = parts.flatMap((part) => fieldOf(part) ?? []);
  const has = (...names: string[]): boolean => names.some((name) => fields.includes(name));
  const repeated = fields.find((field, index) => fields.indexOf(field) !== index);
  if (repeated !== undefined) throw new FormatError(`reads the ${spoken(repeated)} twice`, null);
  if (has('year') && has('shortYear')) throw new FormatError('reads the year twice', null);
  if (has('hour') && has('hour12')) throw new FormatError('reads the hour twice', null);
  if (has('hour12') !== has('half')) throw new FormatError('must have %I and %p together', null);
  if (has('dayOfYear') && has('month', 'day')) throw new FormatError('has %j beside a month or a day', null);

  const ofDate = fields.filter((field) => OF_DATE.has(field));
  if (purpose === 'time' && ofDate.length > 0) throw new FormatError('reads a date, and the column is a time', null);
  if (purpose === 'date' && ofDate.length < fields.length) {
    throw new FormatError('reads a time of day, and the column is a date: declare it as datetime', null);
  }
  if (purpose !== 'time' && !has('year', 'shortYear')) throw new FormatError('reads no year', null);
  if (purpose !== 'time' && !has('dayOfYear') && !(has('month') && has('day'))) {
    throw new FormatError('must read a month and a day', null);
  }
  if (purpose === 'time' && !has('hour', 'hour12')) throw new FormatError('reads no hour', null);
  if (has('minute', 'second', 'fraction') && !has('hour', 'hour12')) throw new FormatError('reads no hour', null);
}

function fieldOf(part: FormatPart): string | undefined {
  if (part.kind === 'literal') return undefined;
  return part.kind === 'offset' ? 'offset' : part.field;
}

function spoken(field: string): string {
  const names: Record<string, string> = {
    shortYear: 'year',
    dayOfYear: 'day of the year',
    hour12: 'hour',
    half: 'half of the day',
  };
  return names[field] ?? field;
}

/** An unusable format. The contract converts it to its own error, which names the column. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** The strptime form of the format, if known. */
  readonly suggestion: string | null;

  constructor(message: string, suggestion: string | null) {
    super(message);
    this.suggestion = suggestion;
  }
}
