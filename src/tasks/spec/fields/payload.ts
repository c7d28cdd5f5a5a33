import { exactJson } from '../../../platform/index.js';
import { PAYLOAD_WAYS, type PayloadWay } from '../run-spec.js';
import { MAX_ARGUMENT_BYTES } from './command.js';
import type { Fields } from './known-fields.js';
import { specInvalid } from './refusal.js';
import { readChoice } from './values.js';

/** Programs in most languages read about a thousand levels; the canonical form must be made in all of them. */
const MAX_DEPTH = 400;
/** The most that Python reads and prints unless told otherwise. */
const MAX_DIGITS = 4_300;
const BEYOND_DIGITS = 10n ** BigInt(MAX_DIGITS);

export function readPayload(fields: Fields): { payload?: unknown; payloadAs: PayloadWay } {
  const payloadAs = readChoice('payload_as', fields.payload_as ?? 'stdin', PAYLOAD_WAYS);
  const { payload } = fields;
  if (payload === undefined) return { payloadAs };
  requireJson(payload, 'payload', 0);
  if (payloadAs === 'argument') requireShort(payload);
  return { payload, payloadAs };
}

function requireJson(value: unknown, path: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw noNumber(path);
  if (typeof value === 'bigint' && (value >= BEYOND_DIGITS || value <= -BEYOND_DIGITS)) throw tooManyDigits(path);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw specInvalid(path, `is a ${typeof value}`, { why: 'A payload is JSON, which has no form for it.' });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw tooDeep();
  for (const [key, member] of Object.entries(value)) {
    requireJson(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, depth + 1);
  }
}

function requireShort(payload: unknown): void {
  const bytes = Buffer.byteLength(exactJson(payload));
  if (bytes <= MAX_ARGUMENT_BYTES) return;
  throw specInvalid('payload', `has ${bytes} bytes, too many for an argument`, {
    why: `One argument of a program may have at most ${MAX_ARGUMENT_BYTES} bytes.`,
    next: ['Set payload_as to stdin or file.'],
  });
}

function noNumber(path: string): Error {
  return specInvalid(path, 'is a number beyond what a double holds', {
    why: 'It would reach the program as another one. Numbers with a fraction or an exponent end at about 1.8e308.',
    next: ['Write it as a text, in quotes, or as a whole number without an exponent.'],
  });
}

function tooManyDigits(path: string): Error {
  return specInvalid(path, `is a number of more than ${MAX_DIGITS} digits`, {
    why: 'Not every language can read it.',
    next: ['Write it as a text, in quotes.'],
  });
}

function tooDeep(): Error {
  return specInvalid('payload', `is nested deeper than ${MAX_DEPTH} levels`, {
    why: 'Many programs could not read it.',
    next: ['Put the data into a file and its path into the payload.'],
  });
}
