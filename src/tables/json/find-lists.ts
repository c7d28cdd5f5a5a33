import { createScan, CUT, MALFORMED, OPEN_LIST } from './records/scan.js';
import { valueEnd } from './records/scan-value.js';
import { createDocumentWalk, type DocumentHandler } from './document-walk.js';
import type { ScanDocument, ListWithin } from './find-records.js';
import { memberAt, memberEnd } from './member.js';

/** Lists that are nested deeper belong to records. */
const DEEPEST = 3;

/** Ends a walk when its result is known. */
class Known extends Error {}

export interface DocumentKind {
  /** Whether the document is an object that may contain the records. */
  readonly isObject: boolean;
  readonly lists: readonly ListWithin[];
  /** The column names, when a separate list contains them. */
  readonly names: readonly string[] | null;
}

const KEYS_OF_NAMES: ReadonlySet<string> = new Set(['columns', 'fields', 'header', 'headers', 'names']);

/** Finds the lists in a document that is an object. */
export async function findLists(scanDocument: ScanDocument): Promise<DocumentKind> {
  const lists: ListWithin[] = [];
  const path: string[] = [];
  const scan = createScan();
  const found: { isObject: boolean | null; names: readonly string[] | null } = { isObject: null, names: null };
  const stop = (): never => {
    found.isObject = false;
    throw new Known();
  };
  const handler: DocumentHandler = {
    isFull: false,
    read: (bytes, from, to) => (found.isObject === true ? valueEnd(bytes, from, to, scan) : stop()),
    end: () => undefined,
    opensList: stop,
    opensObject() {
      if (found.isObject !== null) stop();
      found.isObject = true;
      return true;
    },
    closeObject: () => void path.pop(),
    member(bytes, from, to) {
      const member = memberAt(bytes, from, to, scan);
      if (member === CUT) return { end: CUT, opened: null };
      if (typeof member === 'number') return stop();
      const { key, holds, first } = member;
      if (holds === 'members' && path.length < DEEPEST - 1) {
        path.push(key);
        return { end: first, opened: 'object' };
      }
      if (holds !== null && holds !== 'members') {
        lists.push({ path: [...path, key], holds });
        return { end: first, opened: 'list' };
      }
      const end = memberEnd(bytes, member, to, scan);
      if (end === MALFORMED) return stop();
      if (end !== CUT && KEYS_OF_NAMES.has(key)) found.names = textsOf(bytes.subarray(member.value, end));
      return { end, opened: null };
    },
  };
  const document = createDocumentWalk(handler);
  try {
    await scanDocument((window) => ({ end: document.walk(window), batch: null }));
  } catch (error) {
    if (!(error instanceof Known)) throw error;
  }
  return { isObject: found.isObject === true, lists, names: found.names };
}

/** The texts of a list that contains only texts. */
function textsOf(json: Uint8Array): readonly string[] | null {
  if (json[0] !== OPEN_LIST) return null;
  const value: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}
