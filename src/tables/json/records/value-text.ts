import { QUOTE } from './scan.js';

/** The text between the quotes of a JSON string. */
export function textOf(raw: Uint8Array, hasEscapes: boolean): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8');
  return hasEscapes ? (JSON.parse(`"${text}"`) as string) : text;
}

const STRINGS_AND_SPACE = /("[^"\\]*(?:\\[^][^"\\]*)*")|\s+/g;

/** A list or an object without the white space between its parts. */
function compact(json: string): string {
  return json.replace(STRINGS_AND_SPACE, (_, string: string | undefined) => string ?? '');
}

/** Writes the value of a string (from its opening quote on) or of a list or object. It is never longer than its text. */
export function writeValue(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  const isString = source[from] === QUOTE;
  const raw = isString ? source.subarray(from + 1, to - 1) : source.subarray(from, to);
  const text = isString
    ? textOf(raw, true)
    : compact(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8'));
  return at + Buffer.from(target.buffer, target.byteOffset + at, raw.length).write(text, 'utf8');
}
