import { readFileSync } from 'node:fs';
import type { GivenInput } from '../../parse/index.js';

/** What Node returns for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * File names need not be UTF-8, but Node's arguments are: invalid bytes are replaced, and the file cannot be found.
 * Linux still has the original bytes, so damaged names are looked up there.
 */
export function givenInputs(texts: readonly string[]): GivenInput[] {
  if (!texts.some((text) => text.includes(REPLACEMENT))) return texts.map((text) => ({ text, bytes: undefined }));
  const raw = rawArguments();
  return texts.map((text) => ({ text, bytes: raw.find((bytes) => isDamaged(bytes) && bytes.toString() === text) }));
}

function isDamaged(bytes: Buffer): boolean {
  return !Buffer.from(bytes.toString()).equals(bytes);
}

function rawArguments(): Buffer[] {
  let all: Buffer;
  try {
    all = readFileSync('/proc/self/cmdline');
  } catch {
    return [];
  }
  const found: Buffer[] = [];
  for (let start = 0, end = all.indexOf(0); end !== -1; start = end + 1, end = all.indexOf(0, start)) {
    found.push(all.subarray(start, end));
  }
  return found;
}
