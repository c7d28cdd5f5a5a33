import { isUtf8 } from 'node:buffer';

export interface Utf8Counts {
  /** Multi-byte characters. */
  readonly valid: number;
  /** Bytes that are not part of a character. */
  readonly invalid: number;
}

/** Counts valid and invalid non-ASCII characters. A character that is cut at the end counts as neither. */
export function countUtf8(bytes: Uint8Array, isWhole: boolean): Utf8Counts {
  if (isUtf8(bytes)) return { valid: 1, invalid: 0 };
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const length = characterBytes(first);
    if (!isWhole && length > 0 && at + length > bytes.length) break;
    if (length > 0 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length) {
      valid += 1;
      at += length - 1;
    } else {
      invalid += 1;
    }
  }
  return { valid, invalid };
}

/** The number of bytes of a character with this first byte; 0 when no character begins with it. */
export function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
