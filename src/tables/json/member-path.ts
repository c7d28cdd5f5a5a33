import { CUT, createScan } from './records/scan.js';
import type { DocumentHandler, PassedMember } from './document-walk.js';
import { memberAt, memberEnd } from './member.js';

const CUT_OFF: PassedMember = { end: CUT, opened: null };

/**
 * Goes through the members of a document's object to the list that the keys lead to, which holds the records. `onBeside` is
 * told the keys to each of the others. They were looked at before: one that is not whole is where the file was cut off.
 */
export function followPath(
  wanted: readonly string[],
  onBeside: (path: readonly string[]) => void,
): Pick<DocumentHandler, 'member' | 'closeObject'> {
  const scan = createScan();
  /** How many of the keys have led into an object. */
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
      onBeside([...wanted.slice(0, depth), key]);
      return { end, opened: null };
    },
  };
}
