import { CUT, malformed, OPEN_LIST, OPEN_OBJECT, QUOTE, type Scan, spaceEnd } from '../json-records/scan.js';
import { stringEnd } from '../json-records/scan-string.js';
import { behindColon, valueEnd } from '../json-records/scan-value.js';
import { textOf } from '../json-records/value-text.js';

/** A member of the object that a document is. */
export interface Member {
  readonly key: string;
  /** Where its list of objects has its first element, when it is one; else null. */
  readonly list: number | null;
}

/** The member whose key begins at `from`; CUT when there is too little of it to tell, MALFORMED when it is none. */
export function memberAt(bytes: Uint8Array, from: number, to: number, scan: Scan): Member | number {
  if (bytes[from] !== QUOTE) return malformed(scan, 'a key is missing');
  const keyEnd = stringEnd(bytes, from, to, scan);
  if (keyEnd < 0) return keyEnd;
  const key = textOf(bytes.subarray(from + 1, keyEnd - 1), scan.rewritten);
  const value = behindColon(bytes, keyEnd, to, scan);
  if (value < 0) return value;
  if (value >= to) return CUT;
  if (bytes[value] !== OPEN_LIST) return { key, list: null };
  const first = spaceEnd(bytes, value + 1, to);
  if (first >= to) return CUT;
  return { key, list: bytes[first] === OPEN_OBJECT ? first : null };
}

/** The place behind the member whose key begins at `from`. It was looked at before. */
export function memberEnd(bytes: Uint8Array, from: number, to: number, scan: Scan): number {
  const value = behindColon(bytes, stringEnd(bytes, from, to, scan), to, scan);
  return valueEnd(bytes, value, to, scan);
}
