import { exactJson, parseExactJson } from '../../platform/index.js';

/** What a program says of its own ending. */
export type Report =
  | { readonly kind: 'none' }
  | { readonly kind: 'ok'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ReportedError }
  | { readonly kind: 'invalid'; readonly why: string };

/** Text that may be an envelope, or the beginning of it. */
export interface ReportText {
  readonly text: string;
  readonly isCut: boolean;
}

/** For the members of an envelope besides its result. */
const ROOM_BESIDE_RESULT_BYTES = 64 * 1_024;

/** The most bytes that an envelope can have. */
export function maxEnvelopeBytes(maxResultBytes: number): number {
  return maxResultBytes + ROOM_BESIDE_RESULT_BYTES;
}

/**
 * The last line of stdout is an envelope when it is an object that has `ok`, or begins like one and goes wrong later:
 * half an envelope must not pass for success. Anything else is just what the program prints.
 */
export function reportOfLastLine(line: ReportText | undefined, maxResultBytes: number): Report {
  if (line === undefined || !/^\s*\{/.test(line.text)) return { kind: 'none' };
  const isMeant = /^\s*\{\s*"ok"/.test(line.text) || (!line.isCut && hasOk(parsed(line.text)));
  return isMeant ? reportOf(line, maxResultBytes) : { kind: 'none' };
}

/** The descriptor is there for nothing but an envelope. */
export function reportOfChannel(written: ReportText, maxResultBytes: number): Report {
  return written.text.trim() === '' && !written.isCut ? { kind: 'none' } : reportOf(written, maxResultBytes);
}

function reportOf({ text, isCut }: ReportText, maxResultBytes: number): Report {
  if (isCut) return tooLarge(`more than ${maxEnvelopeBytes(maxResultBytes)}`, maxResultBytes);
  const envelope = parsed(text);
  if (envelope === undefined) return invalid(whyNoJson(text));
  if (!hasOk(envelope)) return invalid(`It is ${nameOf(envelope)} without a member 'ok'.`);
  if (envelope.ok === true) return success(envelope['result'] ?? null, maxResultBytes);
  if (envelope.ok !== false) return invalid(`'ok' is ${nameOf(envelope.ok)}, and must be true or false.`);
  const error = readReportedError(envelope['error']);
  return typeof error === 'string' ? invalid(error) : { kind: 'error', error };
}

/** Written again to be measured, and because JSON can be read at depths at which it cannot be written. */
function success(result: unknown, maxResultBytes: number): Report {
  try {
    const bytes = Buffer.byteLength(exactJson(result));
    return bytes <= maxResultBytes ? { kind: 'ok', result } : tooLarge(String(bytes), maxResultBytes);
  } catch {
    return invalid('Its result is nested too deeply.');
  }
}

function tooLarge(bytes: string, maxResultBytes: number): Report {
  return invalid(
    `It has ${bytes} bytes, and a result may have ${maxResultBytes}: keep it in a file and report its path.`,
  );
}

function invalid(why: string): Report {
  return { kind: 'invalid', why };
}

function hasOk(value: unknown): value is Record<string, unknown> & { ok: unknown } {
  return isObject(value) && Object.hasOwn(value, 'ok');
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    // Also a byte order mark, which trim takes for white space and JSON does not.
    return parseExactJson(text.trim());
  } catch {
    return undefined;
  }
}

/** In words of ours: those of JSON.parse quote the text, which may hold a part of a secret. */
function whyNoJson(text: string): string {
  if (!text.trimEnd().endsWith('}')) return 'It is cut off, or something was printed behind it: it does not end in }.';
  if (/[:,[]\s*-?(?:NaN|Infinity)\b/.test(text)) return 'NaN and Infinity are not JSON.';
  return 'It is not JSON.';
}

/** The `error` of an envelope. */
export interface ReportedError {
  readonly class: string | null;
  readonly message: string;
  readonly traceback: string | null;
  /** Null: the exit code decides. */
  readonly retryable: boolean | null;
  readonly retryAfterMs: number | null;
}

/** A date beyond what a database can hold would leave the job without one. */
const LONGEST_WAIT_MS = 365 * 86_400_000;

const KINDS = { class: 'string', message: 'string', traceback: 'string', retryable: 'boolean', retry_after: 'number' };

type GivenError = Record<'class' | 'traceback', string | null | undefined> & {
  message: string;
  retryable?: boolean | null;
  retry_after?: number | null;
};

/** The error, or what is wrong with it. */
export function readReportedError(given: unknown): ReportedError | string {
  if (!isObject(given)) return `'error' is ${nameOf(given)}, and must be an object with a 'message'.`;
  for (const [member, kind] of Object.entries(KINDS)) {
    const value = given[member] ?? undefined;
    const isFine = typeof value === kind || (value === undefined && member !== 'message');
    if (!isFine) return `'error.${member}' is ${nameOf(value)}, and must be a ${kind}.`;
  }
  const error = given as GivenError;
  return {
    class: error.class ?? null,
    message: error.message,
    traceback: error.traceback ?? null,
    retryable: error.retryable ?? null,
    retryAfterMs: error.retry_after == null ? null : waitOf(error.retry_after),
  };
}

function waitOf(seconds: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.round(seconds * 1_000)));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, without saying what it says. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
