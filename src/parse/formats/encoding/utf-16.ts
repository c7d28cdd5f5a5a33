import type { Encoding } from './detect-encoding.js';

/** Zero bytes on one side and hardly any on the other are what UTF-16 has of ASCII: digits, delimiters, line ends. */
const MANY_ZEROS = 0.05;
const FEW_ZEROS = 0.1;

/** UTF-16 without a byte order mark, if that is what the bytes are. */
export function wideEncoding(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  if (bytes.length < 4 || (isWhole && bytes.length % 2 === 1) || !bytes.includes(0)) return null;
  const [even, odd] = zeroShares(bytes);
  if (odd >= MANY_ZEROS && even <= FEW_ZEROS * odd && isText(bytes, 'utf-16le', isWhole)) {
    return { name: 'utf-16-le', label: 'utf-16le', confidence: 'likely' };
  }
  if (even >= MANY_ZEROS && odd <= FEW_ZEROS * even && isText(bytes, 'utf-16be', isWhole)) {
    return { name: 'utf-16-be', label: 'utf-16be', confidence: 'likely' };
  }
  return null;
}

/** Which part of the bytes at even and at odd places is zero. */
function zeroShares(bytes: Uint8Array): readonly [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return [even / (bytes.length / 2), odd / (bytes.length / 2)];
}

/** What no text has: controls, and characters that nobody has given a meaning. Some files have a NUL, or end in Ctrl-Z. */
// eslint-disable-next-line no-control-regex -- which controls a text may have is what is said here
const NO_TEXT = /(?![\s\0\x1a])[\p{Cc}\p{Cn}\p{Co}]/u;

/** Small numbers of two bytes look like UTF-16 too, but read as text they are control characters. */
function isText(bytes: Uint8Array, label: string, isWhole: boolean): boolean {
  try {
    return !NO_TEXT.test(new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole }));
  } catch {
    return false;
  }
}
