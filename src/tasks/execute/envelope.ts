import { exactJson, parseExactJson } from '../../platform/index.js';
import { isObject, nameOf, type ReportedError, readReportedError } from './reported-error.js';

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
