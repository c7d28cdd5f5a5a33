import { parsePriority, PRIORITIES_IN_WORDS } from '../../engine/priority.js';
import { CasparianError, parseBytes, parseDuration, parseInstant } from '../../platform/index.js';

/** For options that may be given several times, or once with commas. */
export function several(value: string, earlier: readonly string[] | undefined): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return [...(earlier ?? []), ...parts.filter((part) => part !== '')];
}

/** For options that may be given several times and whose values may contain commas. */
export function repeated(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

/** Adapts a text parser to commander, which also passes the previous value. */
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

/** 0 to 3, or its name. */
export function priority(value: string): 0 | 1 | 2 | 3 {
  const level = parsePriority(value);
  if (level !== undefined) return level;
  throw new CasparianError('OPTION_INVALID', `--priority cannot be '${value}'`, {
    why: `The priorities are ${PRIORITIES_IN_WORDS}.`,
  });
}

export function instant(value: string): Date {
  return parseInstant(value);
}

/** An amount of memory: 512MB, 2GiB, or a bare number of bytes. */
export function bytes(value: string): number {
  const amount = parseBytes(value);
  if (amount !== undefined && amount > 0) return amount;
  throw new CasparianError('OPTION_INVALID', `'${value}' is not an amount of memory`, {
    next: ['Write it like 512MB or 2GiB.'],
  });
}

/** A share: 0.25 or 25%. */
export function share(value: string): number {
  const [, amount = '', percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(value.trim()) ?? [];
  const part = Number(amount) / (percent === '%' ? 100 : 1);
  if (amount !== '' && part <= 1) return part;
  throw new CasparianError('OPTION_INVALID', `'${value}' is not a share`, {
    why: 'A share is a number from 0 to 1, or a percentage.',
    next: ['Write it like 0.1 or 10%.'],
  });
}
