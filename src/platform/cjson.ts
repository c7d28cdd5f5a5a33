import { hash } from 'node:crypto';
import { CasparianError } from './errors.js';
import { compareUtf8 } from './utf8-order.js';

/** Ends a cycle with an error. No artefact comes near: the largest has 262,144 bytes, and a level takes two. */
const MAX_DEPTH = 200_000;

/** Characters that JSON escapes, and surrogates, of which a lone one has no UTF-8 form. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** From here on, the order of UTF-16 code units is not the order of UTF-8 bytes. */
const BEYOND_COMMON_ORDER = /[\ud800-\uffff]/;

/**
 * Keys that need no escape and sort alike in both orders, as they are written. The same few keys appear in every node of a
 * proof; knowing them makes the encoder 1.4 times as fast.
 */
const plainKeys = new Map<string, string>();
const MAX_PLAIN_KEYS = 1_000;
const MAX_PLAIN_KEY_LENGTH = 64;

/**
 * The canonical text of a JSON value (BPC-CJSON-1): keys sorted by their UTF-8 bytes, integers only, no white space, the escapes
 * of RFC 8785. Equal values give equal bytes. Whatever has no exact form fails with its JSON pointer: fractions, numbers beyond
 * ±(2^53-1) that are not bigints, lone surrogates, undefined, objects of a class.
 */
export function cjsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalarText(value, []);
  // Without recursion, so that no nesting exhausts the stack.
  const open: Container[] = [];
  let container = opened(value, open);
  let text = container.keys === undefined ? '[' : '{';
  for (;;) {
    const { keys, values } = container;
    const index = container.index + 1;
    if (index === container.size) {
      text += keys === undefined ? ']' : '}';
      open.pop();
      const parent = open.at(-1);
      if (parent === undefined) return text;
      container = parent;
      continue;
    }
    container.index = index;
    if (index > 0) text += ',';
    let member: unknown;
    if (keys === undefined) {
      member = (values as readonly unknown[])[index];
    } else {
      const key = keys[index] as string;
      text += plainKeys.get(key) ?? `${stringText(key, open)}:`;
      member = (values as Readonly<Record<string, unknown>>)[key];
    }
    if (typeof member === 'object' && member !== null) {
      container = opened(member, open);
      text += container.keys === undefined ? '[' : '{';
    } else {
      text += scalarText(member, open);
    }
  }
}

/** The canonical bytes of a JSON value: the UTF-8 form of {@link cjsonText}. */
export function cjsonBytes(value: unknown): Buffer {
  return Buffer.from(cjsonText(value), 'utf8');
}

/** The SHA-256 hash in lowercase hexadecimal digits (BPC-HASH-1). A text is hashed as UTF-8. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

/** An object or array whose members are being written. */
interface Container {
  readonly values: object;
  /** Sorted. Absent for an array. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  /** The member that is being written; -1 before the first. */
  index: number;
}

function opened(values: object, open: Container[]): Container {
  if (open.length === MAX_DEPTH) throw refusal(`it is nested deeper than ${MAX_DEPTH} levels, or contains itself`, []);
  const keys = Array.isArray(values) ? undefined : sortedKeys(values, open);
  const size = keys === undefined ? (values as readonly unknown[]).length : keys.length;
  const container = { values, keys, size, index: -1 };
  open.push(container);
  return container;
}

function sortedKeys(values: object, open: readonly Container[]): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(values);
  if (prototype !== Object.prototype && prototype !== null) throw refusal('it is an object of a class', open);
  const keys = Object.keys(values);
  let isSorted = true;
  let previous = '';
  for (const key of keys) {
    if (!plainKeys.has(key) && !isPlain(key)) return keys.sort(compareUtf8);
    isSorted &&= key >= previous;
    previous = key;
  }
  return isSorted ? keys : keys.sort();
}

function isPlain(key: string): boolean {
  if (SPECIAL.test(key) || BEYOND_COMMON_ORDER.test(key)) return false;
  if (plainKeys.size < MAX_PLAIN_KEYS && key.length <= MAX_PLAIN_KEY_LENGTH) plainKeys.set(key, `"${key}":`);
  return true;
}

function scalarText(value: unknown, open: readonly Container[]): string {
  switch (typeof value) {
    case 'string':
      return stringText(value, open);
    case 'number':
      if (Number.isSafeInteger(value)) return String(value);
      throw refusal(numberReason(value), open);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return String(value);
    case 'object':
      return 'null';
    default:
      throw refusal(`it is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`, open);
  }
}

function stringText(value: string, open: readonly Container[]): string {
  if (!SPECIAL.test(value)) return `"${value}"`;
  if (LONE_SURROGATE.test(value)) throw refusal('it contains half of a surrogate pair, which has no UTF-8 form', open);
  return JSON.stringify(value);
}

function numberReason(value: number): string {
  if (Number.isInteger(value)) return `${value} may have been rounded: an integer beyond ±(2^53-1) must be a bigint`;
  return `${value} is not an integer: write decimals as text`;
}

function refusal(reason: string, open: readonly Container[]): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `the value at ${pointerOf(open)} has no canonical form: ${reason}`);
}

/** The JSON pointer (RFC 6901) of the member that is being written. */
function pointerOf(open: readonly Container[]): string {
  if (open.length === 0) return 'the root';
  const tokens = open.map(({ keys, index }) => (keys === undefined ? String(index) : (keys[index] ?? '')));
  return JSON.stringify(tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
}
