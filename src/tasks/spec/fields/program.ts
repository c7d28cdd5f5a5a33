import { isAbsolute } from 'node:path';
import { exactJson } from '../../../platform/index.js';
import { PAYLOAD_MODES, type PayloadMode, type RunSpec } from '../run-spec.js';
import type { Fields } from './known-fields.js';
import { refusal, specInvalid } from './refusal.js';
import { readChoice, readText, requirePassable } from './values.js';
import { readVariables } from './variables.js';

export const PROGRAM_FIELDS = [
  'command',
  'payload',
  'payload_as',
  'cwd',
  'env',
  'inherit',
  'secrets',
  'code',
  'lockfile_hash',
] as const;

/** The fields that a spec and a job's payload share: all but the limits and the retry policy. */
export function readProgram(fields: Fields): Omit<RunSpec, 'timeoutMs' | 'memoryBytes' | 'cpuMs' | 'retry'> {
  return {
    command: readCommand(fields.command),
    ...readPayload(fields),
    cwd: optional(fields.cwd, readFolder),
    ...readVariables(fields),
    code: optional(fields.code, (given) => readText('code', given)),
    lockfileHash: optional(fields.lockfile_hash, (given) => readText('lockfile_hash', given)),
  };
}

export function optional<T>(given: unknown, read: (given: unknown) => T): T | null {
  return given === undefined ? null : read(given);
}

function readFolder(given: unknown): string {
  const folder = readText('cwd', given);
  if (isAbsolute(folder)) return folder;
  throw refusal('cwd', given, 'an absolute path: a worker may run anywhere');
}

/** The longest argument that Linux accepts, without the final null character. */
export const MAX_ARGUMENT_BYTES = 128 * 1_024 - 1;

export function readCommand(given: unknown): readonly [string, ...string[]] {
  if (typeof given === 'string') throw shellString(given);
  if (!Array.isArray(given) || given.length === 0)
    throw refusal('command', given, 'a list: the program and its arguments');
  const [program, ...args] = given.map((word: unknown, index) => readWord(`command[${index}]`, word));
  if (program === undefined || program === '')
    throw refusal('command[0]', program, 'the name or the path of a program');
  return [program, ...args];
}

function readWord(field: string, word: unknown): string {
  if (typeof word !== 'string') throw refusal(field, word, 'a string, in quotes');
  const bytes = Buffer.byteLength(requirePassable(field, word));
  if (bytes <= MAX_ARGUMENT_BYTES) return word;
  throw specInvalid(field, `has ${bytes} bytes`, {
    why: `One argument of a program may have at most ${MAX_ARGUMENT_BYTES} bytes.`,
    next: ['Pass it as the payload, on stdin or in a file.'],
  });
}

function shellString(given: string): Error {
  const words = given.split(/\s+/).filter((word) => word !== '');
  return refusal('command', given, 'a list: no shell splits it, so spaces and quotes have no effect', {
    next: [
      `Write it as a list: ${JSON.stringify(words.length > 0 ? words : ['program', 'argument'])}`,
      `To use a shell: ["sh", "-c", "…"]`,
    ],
  });
}

/** Most JSON parsers read about a thousand levels; every language must be able to build the canonical form. */
const MAX_DEPTH = 400;
/** Python's default limit. */
const MAX_DIGITS = 4_300;
const BEYOND_DIGITS = 10n ** BigInt(MAX_DIGITS);

export function readPayload(fields: Fields): { payload?: unknown; payloadAs: PayloadMode } {
  const payloadAs = readChoice('payload_as', fields.payload_as ?? 'stdin', PAYLOAD_MODES);
  const { payload } = fields;
  if (payload === undefined) return { payloadAs };
  requireJson(payload, 'payload', 0);
  if (payloadAs === 'argument') requireFitsArgument(payload);
  return { payload, payloadAs };
}

function requireJson(value: unknown, path: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw notADouble(path);
  if (typeof value === 'bigint' && (value >= BEYOND_DIGITS || value <= -BEYOND_DIGITS)) throw tooManyDigits(path);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw specInvalid(path, `is a ${typeof value}`, { why: 'A payload is JSON, which has no such values.' });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw tooDeep();
  for (const [key, member] of Object.entries(value)) {
    requireJson(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, depth + 1);
  }
}

function requireFitsArgument(payload: unknown): void {
  const bytes = Buffer.byteLength(exactJson(payload));
  if (bytes <= MAX_ARGUMENT_BYTES) return;
  throw specInvalid('payload', `has ${bytes} bytes, too many for an argument`, {
    why: `One argument of a program may have at most ${MAX_ARGUMENT_BYTES} bytes.`,
    next: ['Set payload_as to stdin or file.'],
  });
}

function notADouble(path: string): Error {
  return specInvalid(path, 'is a number beyond what a double holds', {
    why: 'The program would receive a different number. Numbers with a fraction or an exponent end at about 1.8e308.',
    next: ['Write it as a string, or as an integer without an exponent.'],
  });
}

function tooManyDigits(path: string): Error {
  return specInvalid(path, `is a number of more than ${MAX_DIGITS} digits`, {
    why: 'Not every language can read it.',
    next: ['Write it as a string.'],
  });
}

function tooDeep(): Error {
  return specInvalid('payload', `is nested deeper than ${MAX_DEPTH} levels`, {
    why: 'Many programs cannot read it.',
    next: ['Write the data to a file and put its path into the payload.'],
  });
}
