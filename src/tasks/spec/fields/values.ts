import { CasparianError, formatDuration, parseBytes, parseDuration } from '../../../platform/index.js';
import { refusal, specInvalid } from './refusal.js';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The longest timer of Node.js, 24 days; a longer one fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function readText(field: string, given: unknown): string {
  if (typeof given === 'string' && given !== '') return requirePassable(field, given);
  throw refusal(field, given, 'a text that is not empty');
}

/** A null character would end the text early, and half of a surrogate pair has no UTF-8. The error omits the text. */
export function requirePassable(field: string, text: string): string {
  if (!text.includes('\0') && !/\p{Surrogate}/u.test(text)) return text;
  throw specInvalid(field, 'has a null character or half of a surrogate pair', {
    why: 'Such a text cannot be passed to a program.',
  });
}

export function readChoice<T extends string>(field: string, given: unknown, choices: readonly T[]): T {
  const choice = choices.find((one) => one === given);
  if (choice !== undefined) return choice;
  throw refusal(field, given, `one of ${choices.join(', ')}`);
}

export function readWhole(field: string, given: unknown, { min, max }: Range): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= min && given <= max) return given;
  throw refusal(field, given, `a whole number from ${min} to ${max}`);
}

/** A text with a unit or a number of seconds, as milliseconds. */
export function readDuration(field: string, given: unknown, { min, max }: Range): number {
  const ms = typeof given === 'number' ? Math.round(given * 1_000) : written(given, parseDuration);
  if (ms !== undefined && ms >= min && ms <= max) return ms;
  const bounds = `${min > 0 ? 'more than 0 and ' : ''}at most ${formatDuration(max)}`;
  throw refusal(field, given, `a duration like 90s, 10m or 1h30m, or a number of seconds, ${bounds}`);
}

/** A text with a unit or a number, in bytes. */
export function readBytes(field: string, given: unknown): number {
  const bytes = typeof given === 'number' ? given : written(given, parseBytes);
  if (bytes !== undefined && Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw refusal(field, given, 'an amount of memory like 512MB or 2GiB, or a whole number of bytes');
}

/** Parses a text; undefined if it is invalid. The parser's own error is written for the command line. */
export function written<T>(given: unknown, parse: (text: string) => T | undefined): T | undefined {
  if (typeof given !== 'string') return undefined;
  try {
    return parse(given);
  } catch (error) {
    if (error instanceof CasparianError) return undefined;
    throw error;
  }
}
