import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseDatabaseUrl } from '../database/url.js';
import { isS3Address, parseS3Address } from '../storage/address.js';
import { parseBytes, parseDuration } from '../platform/index.js';

/**
 * How a setting's value is read. Flags and variables are always text; a value from casparian.toml may be a number, a
 * boolean or an array already.
 */
export interface Kind<T> {
  /** Completes the sentence "it must be …". */
  readonly expected: string;
  /** Returns undefined if the value is not of this kind. May throw a more specific error than `expected`. */
  parse(raw: unknown, place: { relativeTo: string }): T | undefined;
}

export function text(): Kind<string> {
  return { expected: 'a text', parse: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined) };
}

export function path(): Kind<string> {
  return {
    expected: 'a path',
    parse: (raw, { relativeTo }) => (typeof raw === 'string' ? absolutePath(raw, relativeTo) : undefined),
  };
}

/** A prefix in a bucket. */
export function bucketAddress(): Kind<string> {
  return {
    expected: 'an address such as s3://bucket/prefix',
    parse: (raw) => {
      if (typeof raw !== 'string' || !isS3Address(raw)) return undefined;
      parseS3Address(raw);
      return raw.replace(/\/+$/, '');
    },
  };
}

/** Several paths: separated by commas in text, or an array in casparian.toml. */
export function paths(): Kind<readonly string[]> {
  return {
    expected: 'one or more paths, separated by commas',
    parse: (raw, { relativeTo }) => partsOf(raw)?.map((part) => absolutePath(part, relativeTo)),
  };
}

/** Several folders, or prefixes in buckets. */
export function pathsOrAddresses(): Kind<readonly string[]> {
  return {
    expected: 'one or more folders or addresses such as s3://bucket/prefix, separated by commas',
    parse: (raw, { relativeTo }) =>
      partsOf(raw)?.map((part) => bucketAddress().parse(part, { relativeTo }) ?? absolutePath(part, relativeTo)),
  };
}

function partsOf(raw: unknown): string[] | undefined {
  const parts: unknown = typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : raw;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
  return parts.filter((part) => part !== '');
}

export function wholeNumber(range: { min: number; max: number }): Kind<number> {
  return {
    expected: `a whole number from ${range.min} to ${range.max}`,
    parse: (raw) => {
      const value = numberOf(raw);
      return value !== undefined && Number.isInteger(value) && isWithin(value, range) ? value : undefined;
    },
  };
}

/** An amount of memory or disk: a number of bytes, or a number with a unit such as 512MB. */
export function bytes(range: { min: number }): Kind<number> {
  return {
    expected: `an amount such as 512MB, at least ${range.min} bytes`,
    parse: (raw) => {
      const value = typeof raw === 'string' ? parseBytes(raw) : numberOf(raw);
      return value !== undefined && value >= range.min ? Math.round(value) : undefined;
    },
  };
}

/** Several names: separated by commas in text, or an array in casparian.toml. */
export function names(): Kind<readonly string[]> {
  return { expected: 'one or more names, separated by commas', parse: (raw) => partsOf(raw) };
}

/** Several texts that may contain spaces and commas: one per line, or an array in casparian.toml. */
export function lines(): Kind<readonly string[]> {
  return {
    expected: 'one or more texts, each on its own line',
    parse: (raw) => {
      const given: unknown = typeof raw === 'string' ? raw.split('\n') : raw;
      if (!Array.isArray(given) || !given.every((line) => typeof line === 'string')) return undefined;
      const texts = given.map((line) => line.trim()).filter((line) => line !== '');
      // Only blank lines are a mistake, and must not lift a limit.
      return texts.length === 0 && given.length > 0 ? undefined : texts;
    },
  };
}

/** The words of a command: separated by spaces in text, or an array in casparian.toml, whose words may contain spaces. */
export function words(): Kind<readonly string[]> {
  return {
    expected: 'a command: words separated by spaces, or an array of words',
    parse: (raw) => {
      const given: unknown = typeof raw === 'string' ? raw.split(/\s+/).filter((word) => word !== '') : raw;
      return Array.isArray(given) && given.every((word) => typeof word === 'string') ? given : undefined;
    },
  };
}

export function share(): Kind<number> {
  return {
    expected: 'a number from 0 to 1',
    parse: (raw) => {
      const value = numberOf(raw);
      return value !== undefined && isWithin(value, { min: 0, max: 1 }) ? value : undefined;
    },
  };
}

export function seconds(range: { min: number; max: number }): Kind<number> {
  return time('seconds', 1_000, range);
}

export function milliseconds(range: { min: number; max: number }): Kind<number> {
  return time('milliseconds', 1, range);
}

export function oneOf<const T extends string>(...choices: readonly T[]): Kind<T> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (raw) => choices.find((choice) => typeof raw === 'string' && choice === raw.toLowerCase()),
  };
}

/** JSON lines have two names. */
export function outputFormat(): Kind<'parquet' | 'csv' | 'jsonl'> {
  const kind = oneOf('parquet', 'csv', 'jsonl');
  return { ...kind, parse: (raw, ...rest) => kind.parse(raw === 'ndjson' ? 'jsonl' : raw, ...rest) };
}

const YES = ['true', '1', 'yes', 'on'];
const NO = ['false', '0', 'no', 'off'];

export function yesNo(): Kind<boolean> {
  return {
    expected: 'true or false',
    parse: (raw) => {
      const word = String(raw).toLowerCase();
      return YES.includes(word) ? true : NO.includes(word) ? false : undefined;
    },
  };
}

export function databaseUrl(): Kind<string> {
  return {
    expected: 'a database URL',
    parse: (raw) => {
      if (typeof raw !== 'string') return undefined;
      parseDatabaseUrl(raw);
      return raw;
    },
  };
}

export function url(...protocols: readonly string[]): Kind<string> {
  return {
    expected: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    parse: (raw) =>
      typeof raw === 'string' && URL.canParse(raw) && protocols.includes(new URL(raw).protocol) ? raw : undefined,
  };
}

/** A number without a unit is in the unit of the setting; `90s`, `2m` and so on are accepted too. */
function time(unit: string, unitMs: number, range: { min: number; max: number }): Kind<number> {
  return {
    expected: `a number of ${unit} from ${range.min} to ${range.max}`,
    parse: (raw) => {
      const value = numberOf(raw) ?? durationOf(raw, unitMs);
      return value !== undefined && isWithin(value, range) ? value : undefined;
    },
  };
}

function numberOf(raw: unknown): number | undefined {
  if (typeof raw === 'string') return /^\s*-?\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : undefined;
  return typeof raw === 'number' ? raw : undefined;
}

function durationOf(raw: unknown, unitMs: number): number | undefined {
  if (typeof raw !== 'string') return undefined;
  try {
    return parseDuration(raw.trim()) / unitMs;
  } catch {
    return undefined;
  }
}

function isWithin(value: number, range: { min: number; max: number }): boolean {
  return value >= range.min && value <= range.max;
}

function absolutePath(given: string, relativeTo: string): string {
  return resolve(relativeTo, given.replace(/^~(?=$|[/\\])/, homedir()));
}
