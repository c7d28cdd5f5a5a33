import type { NumberStyle } from '../../columns/contract.js';
import { digitAt, MINUS, POINT, PLUS, ZERO, type Scan } from './scan.js';

const LONGEST = 64;

/**
 * Writes a number of another style plainly into a place of its own and reads it there: a sign, thousands in groups of
 * three or none at all, a fraction. The reference is asked about everything else.
 */
export function createStyledScan({ decimal, thousands }: NumberStyle, scanPlain: Scan): Scan {
  const plain = new Uint8Array(LONGEST);
  const mark = decimal.charCodeAt(0);
  const separator = Buffer.from(thousands);

  return (bytes, start, end) => {
    if (end - start > LONGEST) return NaN;
    let at = start;
    let length = 0;
    const first = bytes[start] ?? 0;
    if (first === MINUS || first === PLUS) {
      plain[length++] = first;
      at += 1;
    }
    const from = at;
    let group = 0;
    let groups = 0;
    for (; at < end;) {
      const byte = bytes[at] ?? 0;
      if (digitAt(bytes, at) <= 9) {
        plain[length++] = byte;
        group += 1;
        at += 1;
      } else if (separator.length > 0 && stands(separator, bytes, at, end)) {
        if (groups === 0 ? group < 1 || group > 3 || bytes[from] === ZERO : group !== 3) return NaN;
        groups += 1;
        group = 0;
        at += separator.length;
      } else {
        break;
      }
    }
    if (groups > 0 && group !== 3) return NaN;
    if (at < end) {
      if (bytes[at] !== mark) return NaN;
      plain[length++] = POINT;
      for (at += 1; at < end; at += 1) {
        if (digitAt(bytes, at) > 9) return NaN;
        plain[length++] = bytes[at] ?? 0;
      }
    }
    return scanPlain(plain, 0, length);
  };
}

function stands(separator: Uint8Array, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + separator.length > end) return false;
  for (let index = 0; index < separator.length; index += 1) {
    if (bytes[at + index] !== separator[index]) return false;
  }
  return true;
}
