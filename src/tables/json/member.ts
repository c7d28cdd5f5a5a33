import {
  CLOSE_LIST,
  createScan,
  CUT,
  malformed,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  type Scan,
  spaceEnd,
} from './records/scan.js';
import { behindColon, stringEnd, valueEnd } from './records/scan-value.js';
import { textOf } from './records/value-text.js';
import type { DocumentHandler, PassedMember } from './document-walk.js';

/** A member of the top-level object. */
export interface Member {
  readonly key: string;
  /** Where its value begins. */
  readonly value: number;
  /** What its list contains, or that it is an object; null for anything else. */
  readonly holds: 'objects' | 'lists' | 'nothing' | 'members' | null;
  /** Where its first element begins, or its closing bracket. */
  readonly first: number;
}

/** The member whose key begins at `from`; CUT when more bytes are needed, MALFORMED when it is invalid. */
export function memberAt(bytes: Uint8Array, from: number, to: number, scan: Scan): Member | number {
  if (bytes[from] !== QUOTE) return malformed(scan, 'a key is missing');
  const keyEnd = stringEnd(bytes, from, to, scan);
  if (keyEnd < 0) return keyEnd;
  const key = textOf(bytes.subarray(from + 1, keyEnd - 1), scan.rewritten);
  const value = behindColon(bytes, keyEnd, to, scan);
  if (value < 0) return value;
  if (value >= to) return CUT;
  const first = spaceEnd(bytes, value + 1, to);
  if (bytes[value] === OPEN_OBJECT) return { key, value, holds: 'members', first };
  if (bytes[value] !== OPEN_LIST) return { key, value, holds: null, first };
  return first >= to ? CUT : { key, value, holds: heldBy(bytes[first]), first };
}

function heldBy(first: number | undefined): Member['holds'] {
  if (first === OPEN_OBJECT) return 'objects';
  if (first === OPEN_LIST) return 'lists';
  return first === CLOSE_LIST ? 'nothing' : null;
}

/** The position after the member's value, CUT or MALFORMED. */
export function memberEnd(bytes: Uint8Array, { value }: Member, to: number, scan: Scan): number {
  return valueEnd(bytes, value, to, scan);
}

const CUT_OFF: PassedMember = { end: CUT, opened: null };

/**
 * Follows the keys through the members of a document to the list of records. Calls `onBeside` with the keys of each
 * other member, and where it is in the bytes. All members were valid in the first pass, so an incomplete one means that the file was cut off.
 */
export function followPath(
  wanted: readonly string[],
  onBeside: (path: readonly string[], bytes: Uint8Array, from: number, to: number) => void,
): Pick<DocumentHandler, 'member' | 'closeObject'> {
  const scan = createScan();
  /** The number of keys that have been followed. */
  let depth = 0;
  return {
    closeObject: () => void (depth -= 1),
    member(bytes, from, to) {
      const member = memberAt(bytes, from, to, scan);
      if (typeof member === 'number') return CUT_OFF;
      const { key, holds, first } = member;
      const isLast = depth === wanted.length - 1;
      if (key === wanted[depth] && isLast && holds !== null && holds !== 'members')
        return { end: first, opened: 'list' };
      if (key === wanted[depth] && !isLast && holds === 'members') {
        depth += 1;
        return { end: first, opened: 'object' };
      }
      const end = memberEnd(bytes, member, to, scan);
      if (end < 0) return CUT_OFF;
      onBeside([...wanted.slice(0, depth), key], bytes, from, end);
      return { end, opened: null };
    },
  };
}
