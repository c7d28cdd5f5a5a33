import type { Encoding } from './detect-encoding.js';

/** In UTF-16, ASCII has zero bytes at every second position: Latin letters, digits, line ends. */
const MANY_ZEROS = 0.3;
const FEW_ZEROS = 0.1;
/** In other scripts only digits, spaces and line ends are ASCII; then a line end is required. */
const SOME_ZEROS = 0.05;
const FEWEST_ZEROS = 8;

/** UTF-16 without a byte order mark; null when the bytes are something else. */
export function wideEncoding(bytes: Uint8Array, isWhole: boolean): Encoding | null {
  if (bytes.length < 4 || (isWhole && bytes.length % 2 === 1) || !bytes.includes(0)) return null;
  const [even, odd] = zeroShares(bytes);
  const [label, zeros, others] = odd > even ? (['utf-16le', odd, even] as const) : (['utf-16be', even, odd] as const);
  if (zeros < SOME_ZEROS || others > FEW_ZEROS * zeros) return null;
  const text = textIn(bytes, label, isWhole);
  const isProven = zeros >= MANY_ZEROS || (zeros * bytes.length >= 2 * FEWEST_ZEROS && text?.includes('\n') === true);
  if (text === null || !isProven) return null;
  return { name: label === 'utf-16le' ? 'utf-16-le' : 'utf-16-be', label, confidence: 'likely' };
}

/** The share of zeros among the bytes at even and at odd positions. */
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

/** Characters that text does not contain: controls and unassigned ones. Some files contain NUL or end in Ctrl-Z. */
// oxlint-disable-next-line no-control-regex -- lists the control characters that text may not contain
const NO_TEXT = /(?![\s\0\x1a])[\p{Cc}\p{Cn}\p{Co}]/u;

/** Small two-byte numbers look like UTF-16 too, but decode to control characters: then null. */
function textIn(bytes: Uint8Array, label: string, isWhole: boolean): string | null {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
    return NO_TEXT.test(text) ? null : text;
  } catch {
    return null;
  }
}
