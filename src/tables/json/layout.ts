/** Where the records of a JSON document stand. */
export type JsonLayout =
  /** One behind the other: a single object, or several. */
  | { readonly records: 'values' }
  /** In the list that the document is. */
  | { readonly records: 'elements' }
  /** In a list within the document's object, by the keys that lead to it: `{"data": [ … ]}`. */
  | { readonly records: 'member'; readonly path: readonly string[] };

/** A list within the object that a document is. */
export interface ListWithin {
  readonly path: readonly string[];
  readonly holds: 'objects' | 'lists' | 'nothing';
}

/** What services call the list of their records, and what they put around it. */
const USUAL_NAMES: ReadonlySet<string> = new Set(
  'data result results response item items record records row rows value values entry entries hits docs documents features edges nodes'.split(
    ' ',
  ),
);

/**
 * Which of the lists holds the records; null when nobody can tell, and the object is a record itself. Those that are least
 * deep inside count. One list of objects right in the document is it; else, and of several, only a usual name tells.
 */
export function listOfRecords(lists: readonly ListWithin[]): readonly string[] | null {
  const filled = lists.filter(({ holds }) => holds !== 'nothing');
  const depth = Math.min(...(filled.length > 0 ? filled : lists).map(({ path }) => path.length));
  const nearest = (filled.length > 0 ? filled : lists).filter(({ path }) => path.length === depth);
  const [first] = nearest;
  if (nearest.length === 1 && depth === 1 && first?.holds === 'objects') return first.path;
  const named = nearest.filter(({ path }) => USUAL_NAMES.has(path.at(-1) ?? ''));
  const found = named.length > 0 ? named : nearest.filter(({ path }) => path.some((key) => USUAL_NAMES.has(key)));
  return found.length === 1 ? (found[0]?.path ?? null) : null;
}
