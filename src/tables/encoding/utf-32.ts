import type { Encoding } from './detect-encoding.js';

const BYTES = 4;
const MARK = 0xfeff;
const LAST_CHARACTER = 0x10ffff;
const REPLACEMENT = 0xfffd;
/** Enough to decide. */
const LOOKED_AT = 4_096;

/**
 * UTF-32 has at least two zeros in every four bytes, always at the same positions. Null when the bytes are something
 * else.
 */
export function utf32Encoding(bytes: Uint8Array): Encoding | null {
  const seen = bytes.subarray(0, Math.min(bytes.length - (bytes.length % BYTES), LOOKED_AT));
  if (seen.length < 2 * BYTES || !seen.includes(0)) return null;
  for (const label of ['utf-32le', 'utf-32be'] as const) {
    const codes = codesIn(seen, label);
    // The first characters of a binary file can be anything; line ends, digits and letters are below 0xd800.
    if (codes.some((code) => !isCharacter(code) || code === 0)) continue;
    if (codes[0] === MARK) return { name: 'utf-32', label, confidence: 'certain' };
    return { name: label === 'utf-32le' ? 'utf-32-le' : 'utf-32-be', label, confidence: 'likely' };
  }
  return null;
}

/** TextDecoder does not support it. An incomplete character waits for the next piece. */
export function createUtf32Decode(label: string): (bytes: Uint8Array, isLast: boolean) => string {
  let rest = new Uint8Array(0);
  let isFirst = true;
  return (bytes, isLast) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % BYTES);
    const codes = codesIn(all.subarray(0, whole), label);
    rest = Uint8Array.from(all.subarray(whole));
    if (isFirst && codes[0] === MARK) codes.shift();
    isFirst &&= whole === 0;
    if (isLast && rest.length > 0) codes.push(REPLACEMENT);
    return codes.map((code) => String.fromCodePoint(isCharacter(code) ? code : REPLACEMENT)).join('');
  };
}

function codesIn(bytes: Uint8Array, label: string): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / BYTES }, (_, at) => view.getUint32(at * BYTES, label === 'utf-32le'));
}

function isCharacter(code: number): boolean {
  return code <= LAST_CHARACTER && (code < 0xd800 || code > 0xdfff);
}
