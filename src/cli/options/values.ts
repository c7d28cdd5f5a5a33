import { CasparianError, parseBytes, parseDuration } from '../../platform/index.js';

/** For options that may be given several times, or once with commas. */
export function several(value: string, earlier: readonly string[] | undefined): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...(earlier ?? []), ...parts.filter((part) => part !== '')];
}

/** For options that may be given several times and whose values may hold commas. */
export function repeated(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

/** Adapts a reader of text to commander, which passes it the value before this one too. */
export function duration(value: string): number {
  return parseDuration(value);
}

export function wholeNumber(name: string, range: { min: number; max: number }): (value: string) => number {
  return (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (number >= range.min && number <= range.max) return number;
    throw new CasparianError('OPTION_INVALID', `${name} cannot be '${value}'`, {
      why: `It must be a whole number from ${range.min} to ${range.max}.`,
    });
  };
}

const PRIORITIES = ['critical', 'high', 'normal', 'low'];

/** 0 to 3, or its name. */
export function priority(value: string): 0 | 1 | 2 | 3 {
  const level = /^[0-3]$/.test(value) ? Number(value) : PRIORITIES.indexOf(value.toLowerCase());
  if (level >= 0) return level as 0 | 1 | 2 | 3;
  throw new CasparianError('OPTION_INVALID', `--priority cannot be '${value}'`, {
    why: 'The priorities are 0 or critical, 1 or high, 2 or normal, 3 or low.',
  });
}

export function priorityName(level: number): string {
  return PRIORITIES[level] ?? String(level);
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/i;

/** An ISO 8601 time. Without a zone it is UTC, as every time casparian prints is. */
export function instant(value: string): Date {
  const [, date = '', time = 'T00:00', zone = 'Z'] = ISO_TIME.exec(value) ?? [];
  const at = new Date(`${date}${time}${zone}`);
  if (isRealDate(date) && !Number.isNaN(at.getTime())) return at;
  throw new CasparianError('OPTION_INVALID', `'${value}' is not a time`, {
    why: 'A time is written as ISO 8601.',
    next: ['Write it like 2026-03-01T08:00:00Z or 2026-03-01T09:00:00+01:00.'],
  });
}

/** JavaScript takes 31 February for 3 March. */
function isRealDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** An amount of memory: 512MB, 2GiB, or a bare number of bytes. */
export function bytes(value: string): number {
  const amount = parseBytes(value);
  if (amount !== undefined && amount > 0) return amount;
  throw new CasparianError('OPTION_INVALID', `'${value}' is not an amount of memory`, {
    next: ['Write it like 512MB or 2GiB.'],
  });
}

/** A part of a whole: 0.25 or 25%. */
export function share(value: string): number {
  const [, amount = '', percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(value.trim()) ?? [];
  const part = Number(amount) / (percent === '%' ? 100 : 1);
  if (amount !== '' && part <= 1) return part;
  throw new CasparianError('OPTION_INVALID', `'${value}' is not a share`, {
    why: 'A share is a number from 0 to 1, or a percentage.',
    next: ['Write it like 0.1 or 10%.'],
  });
}
