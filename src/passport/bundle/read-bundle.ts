import { isUtf8 } from 'node:buffer';
import { cjsonBytes, errorMessage, parseExactJson } from '../../platform/index.js';
import { itemTexts, membersAt, NotCanonical, type Source, sourceOf, type Span } from './canonical-text.js';

/** The members of a bundle as they are in the file. What they contain is checked later. */
export interface Bundle {
  /** Canonical JSON. */
  readonly source: Source;
  /** Where each member is. */
  readonly members: ReadonlyMap<string, Span>;
  /** Whether the file is in canonical form. If not, `source` is what it should contain. */
  readonly isCanonical: boolean;
  /** Members that are decoded already. */
  readonly decoded: Map<string, unknown>;
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
  return canonicalBundle(bytes, true) ?? (canonicalBundle(canonicalForm(bytes), false) as Bundle);
}

export function memberSpan({ members }: Bundle, name: string): Span {
  const span = members.get(name);
  if (span === undefined) throw new Fault(`${name} is missing`);
  return span;
}

/** The canonical text of a member. */
export function memberText(bundle: Bundle, name: string): string {
  const { start, end } = memberSpan(bundle, name);
  return bundle.source.slice(start, end);
}

/** The canonical text of each fact. */
export function factTexts(bundle: Bundle): string[] {
  const { start } = memberSpan(bundle, 'facts');
  listOf(memberValue(bundle, 'facts'), 'facts');
  return itemTexts(bundle.source, start);
}

export function memberValue(bundle: Bundle, name: string): unknown {
  const { decoded } = bundle;
  if (!decoded.has(name)) decoded.set(name, parseExactJson(memberText(bundle, name)));
  return decoded.get(name);
}

function canonicalBundle(bytes: Uint8Array, isCanonical: boolean): Bundle | undefined {
  try {
    const source = sourceOf(bytes);
    const { members, end } = membersAt(source, 0);
    return end === bytes.length ? { source, members, isCanonical, decoded: new Map() } : undefined;
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}

/** What the file should contain, so that the other checks can say what is wrong besides its form. */
function canonicalForm(bytes: Uint8Array): Buffer {
  const members = recordOf(parsed(Buffer.from(bytes).toString('utf8')), 'the file');
  try {
    return cjsonBytes(members);
  } catch (error) {
    throw new Fault(`the file has no canonical form: ${errorMessage(error)}`);
  }
}

export function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new Fault(`${name} is not a JSON object`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
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
