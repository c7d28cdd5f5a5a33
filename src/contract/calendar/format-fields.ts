import { FormatError } from './format-error.js';
import type { FormatPart } from './format.js';

export type FormatPurpose = 'date' | 'datetime' | 'time';

const OF_DATE = new Set(['year', 'shortYear', 'month', 'day', 'dayOfYear', 'weekday']);

/** Whether a format names everything its column needs, once, and nothing its column has no place for. */
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
