import { isUtf8 } from 'node:buffer';
import { errorMessage, parseExactJson } from '../../platform/index.js';

/** The members of a bundle as they are in the file. What they contain is checked later. */
export interface Bundle {
  readonly text: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Proofs and payloads are small; facts may be larger. */
const MAX_BUNDLE_BYTES = 64 * 1_024 * 1_024;

/** What is wrong with a bundle: the reason of a check that fails. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

export function readBundle(bytes: Uint8Array): Bundle {
  if (bytes.length > MAX_BUNDLE_BYTES) throw new Fault(`the file has more than ${MAX_BUNDLE_BYTES} bytes`);
  if (!isUtf8(bytes)) throw new Fault('the file is not text in UTF-8');
  const text = Buffer.from(bytes).toString('utf8');
  return { text, members: recordOf(parsed(text), 'the file') };
}

export function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new Fault(`${name} is not a JSON object`);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Fault(`${name} is not a list`);
}

/** The text in a member of a record. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  if (typeof value === 'string') return value;
  throw new Fault(`${name} is missing or not text`);
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new Fault(`the file is not JSON: ${errorMessage(error)}`);
  }
}
