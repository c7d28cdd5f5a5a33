import { errorMessage, exactJson, JsonDecimal, parseLosslessJson } from '../../platform/index.js';
import type { Extraction, FieldSpec, FoundItems, RawItem, RawValue } from './extraction.js';
import { type JsonPath, parseJsonPath, valueAt } from './json-path.js';

/** Finds items and their fields by dotted paths. Numbers keep their digits: no price becomes a binary float. */
export function findInJson(extraction: Extraction, text: string): FoundItems {
  let document: unknown;
  try {
    document = parseLosslessJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { items: [], found: false, next: null, unreadable: `it is not JSON: ${errorMessage(error)}` };
  }
  const listed = valueAt(document, pathOf(extraction.items ?? '$'));
  const items = Array.isArray(listed) ? listed : isItem(listed) ? [listed] : [];
  const { pagination } = extraction;
  const next =
    pagination === null || pagination.kind === 'page' ? null : rawValue(valueAt(document, pathOf(pagination.at)));
  return {
    items: items.map((item) => fieldsOf(item, extraction.fields)),
    // An empty list is a search without results, not a changed layout.
    found: Array.isArray(listed) || isItem(listed) || isEmptyPage(extraction, document),
    next: next === null || next.text === '' ? null : next.text,
    unreadable: null,
  };
}

function isEmptyPage({ empty }: Extraction, document: unknown): boolean {
  if (empty === null) return false;
  const value = valueAt(document, pathOf(empty));
  return value !== undefined && value !== null && value !== false;
}

function isItem(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function fieldsOf(item: unknown, fields: readonly FieldSpec[]): RawItem {
  return new Map(fields.map(({ name, at }) => [name, at === null ? null : rawValue(valueAt(item, pathOf(at)))]));
}

/** Lists and objects become their JSON text, which the contract or a pattern can still read. */
function rawValue(value: unknown): RawValue | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return { text: value, isNumber: false };
  if (value instanceof JsonDecimal) return { text: value.text, isNumber: true };
  if (typeof value === 'number' || typeof value === 'bigint') return { text: String(value), isNumber: true };
  return { text: exactJson(value), isNumber: false };
}

/** Paths were checked when the extraction was parsed. A page has thousands of items with the same few paths. */
const parsed = new Map<string, JsonPath>();
const MOST_PARSED = 1_000;

function pathOf(text: string): JsonPath {
  let path = parsed.get(text);
  if (path === undefined) {
    path = parseJsonPath(text) ?? [];
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(text, path);
  }
  return path;
}
