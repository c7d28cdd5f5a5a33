import { compile, selectAll, selectOne } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import type { Extraction, FieldSpec, FoundItems, RawItem, RawValue } from './extraction.js';
import { parseHtml, textOf } from './html-document.js';

/** Finds items and their fields by CSS selectors; `a@href` is an attribute, `@data-id` one of the item itself. */
export function findInHtml(extraction: Extraction, text: string): FoundItems {
  const document = parseHtml(text);
  if (typeof document === 'string') return { items: [], found: false, next: null, unreadable: document };
  const items =
    extraction.items === null ? [document] : selectAll<AnyNode, Element>(compiled(extraction.items), document);
  const { pagination, empty } = extraction;
  const next = pagination === null || pagination.kind === 'page' ? null : valueIn(document, pagination.at);
  return {
    items: items.map((item) => fieldsOf(item, extraction.fields)),
    found: items.length > 0 || (empty !== null && selectOne<AnyNode, Element>(compiled(empty), document) !== null),
    next: next === null || next.text === '' ? null : next.text,
    unreadable: null,
  };
}

/** `.price` is text, `a@href` an attribute. An @ inside of brackets belongs to the selector. */
export function splitSelector(at: string): { selector: string; attribute: string | null } {
  const match = /^(.*?)@([A-Za-z_:][\w:.-]*)$/s.exec(at);
  return match === null
    ? { selector: at.trim(), attribute: null }
    : { selector: (match[1] ?? '').trim(), attribute: (match[2] ?? '').toLowerCase() };
}

/** Throws if it is not a selector. */
export function checkSelector(selector: string): void {
  compile(selector);
}

function fieldsOf(item: AnyNode, fields: readonly FieldSpec[]): RawItem {
  return new Map(fields.map(({ name, at }) => [name, at === null ? null : valueIn(item, at)]));
}

function valueIn(item: AnyNode, at: string): RawValue | null {
  const { selector, attribute } = splitSelector(at);
  const element =
    selector === '' || selector === ':scope' ? item : selectOne<AnyNode, Element>(compiled(selector), childrenOf(item));
  if (element === null || !('attribs' in element)) return null;
  const text = attribute === null ? textOf(element) : element.attribs[attribute];
  return text === undefined || text.trim() === '' ? null : { text: text.trim(), isNumber: false };
}

function childrenOf(node: AnyNode): AnyNode[] {
  return 'children' in node ? node.children : [];
}

type Query = ReturnType<typeof compile<AnyNode, Element>>;

/** A page has thousands of items with the same few selectors. */
const queries = new Map<string, Query>();
const MOST_QUERIES = 1_000;

function compiled(selector: string): Query {
  let query = queries.get(selector);
  if (query === undefined) {
    query = compile<AnyNode, Element>(selector);
    if (queries.size >= MOST_QUERIES) queries.clear();
    queries.set(selector, query);
  }
  return query;
}
