import { givenNames } from '../table/column-names.js';
import { createColumnFinder, type RecordShape, type ColumnFinder } from './records/find-columns.js';
import type { TakeRows } from '../text/read-text.js';
import { createDocumentWalk, type DocumentHandler, type DocumentWalk } from './document-walk.js';
import { type DocumentKind, findLists } from './find-lists.js';
import { followPath } from './member.js';

export interface FoundRecords {
  readonly shape: RecordShape;
  readonly layout: JsonLayout;
  /** The keys next to the list of records. */
  readonly beside: readonly string[];
  /** Lists that may contain the records, when it is not clear which one does. */
  readonly undecided: readonly string[];
}

/** Reads the document with the given callback; called two or three times. */
export type ScanDocument = (take: TakeRows) => Promise<void>;

/** Finds the records of a document and their columns. */
export async function findRecords(fileName: string, scanDocument: ScanDocument): Promise<FoundRecords> {
  const kind = await findLists(scanDocument);
  const path = kind.isObject ? listOfRecords(kind.lists) : null;
  const within = path === null ? null : await findRecordsWithin(fileName, scanDocument, path, kind);
  if (within !== null) return within;
  const undecided = kind.isObject ? kind.lists.filter(({ holds }) => holds === 'objects') : [];
  return {
    ...(await findTopLevelRecords(fileName, scanDocument)),
    undecided: undecided.map(({ path: keys }) => keys.join('.')),
  };
}

/** Null when the list has no columns: a list of empty objects is a value, and its document is a row. */
async function findRecordsWithin(
  fileName: string,
  scanDocument: ScanDocument,
  path: readonly string[],
  { lists, names }: DocumentKind,
): Promise<FoundRecords | null> {
  const finder = createColumnFinder(fileName);
  const beside: string[] = [];
  const document = createDocumentWalk({
    ...addingTo(finder),
    opensList: () => false,
    opensObject: () => true,
    ...followPath(path, (keys) => beside.push(keys.join('.'))),
  });
  await scanDocument(takeNothing(document));
  const isEmpty = lists.some((list) => list.holds === 'nothing' && list.path.join('.') === path.join('.'));
  if (!finder.hasColumns && !isEmpty) return null;
  const shape = withNames(finder.shape(document.isWhole), names);
  return { shape, layout: { records: 'member', path }, beside, undecided: [] };
}

/** Lists of values may have their names in a separate list. */
function withNames(shape: RecordShape, names: readonly string[] | null): RecordShape {
  if (names === null || shape.keys !== null || names.length !== shape.columns.length) return shape;
  const written = shape.hasHeader ? shape.written.map((as) => ({ ...as, texts: true })) : shape.written;
  return { ...shape, columns: givenNames(names), hasHeader: false, written };
}

async function findTopLevelRecords(
  fileName: string,
  scanDocument: ScanDocument,
): Promise<Omit<FoundRecords, 'undecided'>> {
  const finder = createColumnFinder(fileName);
  const found: { records: 'elements' | 'values' | null } = { records: null };
  const document = createDocumentWalk({
    ...addingTo(finder),
    ...NO_MEMBERS,
    opensList: () => (found.records ??= 'elements') === 'elements',
    opensObject() {
      found.records ??= 'values';
      return false;
    },
  });
  await scanDocument(takeNothing(document));
  return { shape: finder.shape(document.isWhole), layout: { records: found.records ?? 'values' }, beside: [] };
}

/** For documents whose objects are records. */
export const NO_MEMBERS = {
  member: () => {
    throw new Error('no object was opened');
  },
  closeObject: () => undefined,
} satisfies Partial<DocumentHandler>;

function addingTo(finder: ColumnFinder): Pick<DocumentHandler, 'isFull' | 'read' | 'end'> {
  return { isFull: false, read: finder.add, end: () => undefined };
}

function takeNothing(document: DocumentWalk): TakeRows {
  return (window) => ({ end: document.walk(window), batch: null });
}

/** Where the records of a JSON document are. */
type JsonLayout =
  /** One after the other: a single object, or several. */
  | { readonly records: 'values' }
  /** In the top-level list. */
  | { readonly records: 'elements' }
  /** In a list inside the top-level object, by its keys: `{"data": [ … ]}`. */
  | { readonly records: 'member'; readonly path: readonly string[] };

/** A list inside the top-level object. */
export interface ListWithin {
  readonly path: readonly string[];
  readonly holds: 'objects' | 'lists' | 'nothing';
}

/** The usual names for a list of records and for the objects around it. */
const USUAL_NAMES: ReadonlySet<string> = new Set(
  'data result results response item items record records row rows value values entry entries hits docs documents features edges nodes'.split(
    ' ',
  ),
);

/**
 * Chooses the list of records; null when it is not clear which, and the document is one record. The least nested lists
 * count. A single list of objects at the top level is chosen; otherwise only a usual name decides.
 */
function listOfRecords(lists: readonly ListWithin[]): readonly string[] | null {
  const filled = lists.filter(({ holds }) => holds !== 'nothing');
  const depth = Math.min(...(filled.length > 0 ? filled : lists).map(({ path }) => path.length));
  const nearest = (filled.length > 0 ? filled : lists).filter(({ path }) => path.length === depth);
  const [first] = nearest;
  if (nearest.length === 1 && depth === 1 && first?.holds === 'objects') return first.path;
  const named = nearest.filter(({ path }) => USUAL_NAMES.has(path.at(-1) ?? ''));
  const found = named.length > 0 ? named : nearest.filter(({ path }) => path.some((key) => USUAL_NAMES.has(key)));
  return found.length === 1 ? (found[0]?.path ?? null) : null;
}
