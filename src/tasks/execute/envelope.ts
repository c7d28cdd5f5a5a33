import { exactJson, parseExactJson } from '../../platform/index.js';

/** What a program reports about its run. */
export type Report =
  | { readonly kind: 'none' }
  | { readonly kind: 'ok'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ReportedError }
  | { readonly kind: 'invalid'; readonly why: string };

/** Text that may be an envelope, or its beginning. */
export interface ReportText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Room for the members of an envelope besides its result. */
const ENVELOPE_OVERHEAD_BYTES = 64 * 1_024;

/** The largest envelope that is read. */
export function maxEnvelopeBytes(maxResultBytes: number): number {
  return maxResultBytes + ENVELOPE_OVERHEAD_BYTES;
}

/**
 * The last line of stdout is an envelope if it is an object with `ok`, or begins like one and is malformed later: half
 * an envelope must not count as success. Anything else is ordinary output.
 */
export function reportOfLastLine(line: ReportText | undefined, maxResultBytes: number): Report {
  if (line === undefined || !/^\s*\{/.test(line.text)) return { kind: 'none' };
  const isEnvelope = /^\s*\{\s*"ok"/.test(line.text) || (!line.isCut && hasOk(parsed(line.text)));
  return isEnvelope ? reportOf(line, maxResultBytes) : { kind: 'none' };
}

/** Only envelopes are written to the result descriptor. */
export function reportOfChannel(written: Buffer, maxResultBytes: number): Report {
  const maxBytes = maxEnvelopeBytes(maxResultBytes);
  const text = written.toString('utf8', 0, maxBytes);
  const isCut = written.length > maxBytes;
  return text.trim() === '' && !isCut ? { kind: 'none' } : reportOf({ text, isCut }, maxResultBytes);
}

function reportOf({ text, isCut }: ReportText, maxResultBytes: number): Report {
  if (isCut) return tooLarge(`more than ${maxEnvelopeBytes(maxResultBytes)}`, maxResultBytes);
  const envelope = parsed(text);
  if (envelope === undefined) return invalid(whyNotJson(text));
  if (!hasOk(envelope)) return invalid(`It is ${nameOf(envelope)} without a member 'ok'.`);
  if (envelope.ok === true) return success(envelope['result'] ?? null, maxResultBytes);
  if (envelope.ok !== false) return invalid(`'ok' is ${nameOf(envelope.ok)}, and must be true or false.`);
  const error = readReportedError(envelope['error']);
  return typeof error === 'string' ? invalid(error) : { kind: 'error', error };
}

/** Serializes the result to measure it, and because JSON can be parsed at depths at which it cannot be serialized. */
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
    `It has ${bytes} bytes, and a result may have ${maxResultBytes}: write it to a file and report the path.`,
  );
}

function invalid(why: string): Report {
  return { kind: 'invalid', why };
}

function hasOk(value: unknown): value is Record<string, unknown> & { ok: unknown } {
  return isObject(value) && Object.hasOwn(value, 'ok');
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    // Trimming also removes a byte order mark, which JSON does not allow.
    return parseExactJson(text.trim());
  } catch {
    return undefined;
  }
}

/** Not the message of JSON.parse: that quotes the text, which may contain part of a secret. */
function whyNotJson(text: string): string {
  if (!text.trimEnd().endsWith('}')) return 'It is cut off, or something was printed after it: it does not end in }.';
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

/** A longer wait could give a date that the database cannot store. */
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

/** The kind of a value; the value itself may be a secret. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
