import type { TextHead, TextPreviewOptions } from '../format.js';
import type { PreviewCell, PreviewColumn, PreviewTable } from '../table/preview-table.js';

/** A JSON list (one row per element) or object (one row per key); null when the text is neither. */
export function previewJson({ text, isWhole }: TextHead, { rows }: TextPreviewOptions): PreviewTable | null {
  const split = splitJson(text, rows + 1);
  // A whole document must end. Without its first part it is not known to be JSON.
  if (split === null || (split.isCut && (isWhole || split.parts.length === 0))) return null;
  const shown = split.parts.slice(0, rows);
  if (!shown.every((part) => isJson(part.raw))) return null;
  const isAll = !split.isCut && split.parts.length <= rows;
  const table =
    split.kind === 'list'
      ? tableOfValues(shown.map((part) => part.raw))
      : {
          columns: ['key', 'value'].map((name) => ({ name, type: null })),
          rows: shown.map((part) => [part.key, jsonCell(part.raw)]),
        };
  return {
    format: 'json',
    ...table,
    truncated: !isAll,
    rowCount: isAll ? shown.length : null,
    delimiter: null,
    header: null,
    notes: [],
  };
}

/** JSON values, one per line; one line is enough when the file is named so. Null when the lines are something else. */
export function previewNdjson(
  { text, isWhole }: TextHead,
  { rows, namedFormat }: TextPreviewOptions,
): PreviewTable | null {
  const isNamed = namedFormat === 'ndjson';
  const lines = text.split(/\r?\n/);
  if (!isWhole && lines.length > 1) lines.pop();
  const values = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (!/^[[{]/.test(values[0] ?? '') || (values.length < 2 && !isNamed)) return null;
  const shown = values.slice(0, rows);
  const bad = shown.findIndex((value) => !isJson(value));
  // The first line of a list that spans lines is not JSON; a file of records may have an invalid one later.
  if (bad === 0 || (bad === 1 && !isNamed)) return null;
  const good = bad === -1 ? shown : shown.slice(0, bad);
  const isAll = isWhole && bad === -1 && values.length <= rows;
  return {
    format: 'ndjson',
    ...tableOfValues(good),
    truncated: !isAll,
    rowCount: isWhole ? values.length : null,
    delimiter: null,
    header: null,
    notes: bad === -1 ? [] : [`Value ${bad + 1} is not JSON; those before it are shown.`],
  };
}

interface ValueTable {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly PreviewCell[])[];
}

/** The column of values that are not objects. */
const VALUE = 'value';

/** JSON values as a table, one row per object. Its columns are all keys, in the order of their first occurrence. */
function tableOfValues(values: readonly string[]): ValueTable {
  const records = values.map(recordOf);
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return {
    columns: names.map((name) => ({ name, type: null })),
    rows: records.map((record) => names.map((name) => record.get(name) ?? null)),
  };
}

function recordOf(raw: string): ReadonlyMap<string, PreviewCell> {
  if (!raw.startsWith('{')) return new Map([[VALUE, jsonCell(raw)]]);
  const parts = splitJson(raw, Infinity)?.parts ?? [];
  return new Map(parts.map((part) => [part.key ?? VALUE, jsonCell(part.raw)]));
}

/** A double is exact up to this many digits. */
const EXACT_DIGITS = 15;

/** One JSON value for display. Numbers that JavaScript cannot represent exactly, lists and objects stay text. */
function jsonCell(raw: string): PreviewCell {
  if (raw.startsWith('[') || raw.startsWith('{')) return compact(raw);
  const value = JSON.parse(raw) as string | number | boolean | null;
  if (typeof value !== 'number') return value;
  return raw.replace(/\D/g, '').length <= EXACT_DIGITS ? value : raw;
}

export function isJson(raw: string): boolean {
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}

/** Removes white space outside of strings. */
function compact(raw: string): string {
  return raw.replace(/("[^"\\]*(?:\\[^][^"\\]*)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}

interface JsonPart {
  /** Null for an element of a list. */
  readonly key: string | null;
  /** The text of the value, unchanged. */
  readonly raw: string;
}

interface SplitJson {
  readonly kind: 'list' | 'object';
  readonly parts: readonly JsonPart[];
  /** Whether the text ended before the list or object did. The last, incomplete part is then omitted. */
  readonly isCut: boolean;
}

const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const SPACE = /\s*/y;

/**
 * Splits a JSON list or object without parsing its parts: a head may end anywhere, and large numbers stay exact as
 * text. Null when the text is neither, or continues after its end. Does not check that each part is JSON.
 */
function splitJson(text: string, limit: number): SplitJson | null {
  let at = skip(SPACE, text, 0);
  const opening = text[at];
  if (opening !== '[' && opening !== '{') return null;
  const kind = opening === '[' ? 'list' : 'object';
  const closing = kind === 'list' ? ']' : '}';
  const parts: JsonPart[] = [];
  at = skip(SPACE, text, at + 1);
  while (parts.length < limit && text[at] !== closing) {
    let key: string | null = null;
    if (kind === 'object') {
      const keyEnd = skip(STRING, text, at);
      const colon = skip(SPACE, text, keyEnd);
      if (text[colon] !== ':')
        return colon >= text.length || isOpenString(text, at) ? { kind, parts, isCut: true } : null;
      key = keyOf(text.slice(at, keyEnd));
      at = colon + 1;
    }
    const end = valueEnd(text, at);
    if (end >= text.length) return { kind, parts, isCut: true };
    parts.push({ key, raw: text.slice(at, end).trim() });
    if (text[end] !== ',' && text[end] !== closing) return null;
    at = text[end] === ',' ? skip(SPACE, text, end + 1) : end;
  }
  const isWholeAndAlone = text[at] !== closing || text.slice(at + 1).trim() === '';
  return isWholeAndAlone ? { kind, parts, isCut: false } : null;
}

/** The end of the pattern at `from`; `from` when it does not match there. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function isOpenString(text: string, at: number): boolean {
  return text[at] === '"' && skip(STRING, text, at) === at;
}

function keyOf(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

/** Where the value ends: at a comma or bracket outside of it, or with the text. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = skip(STRING, text, at);
      if (end === at) return text.length;
      at = end - 1;
    } else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return text.length;
}
