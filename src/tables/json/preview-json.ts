import type { TextHead, TextPreviewOptions } from '../format.js';
import type { PreviewTable } from '../table/preview-table.js';
import { isJson, jsonCell } from './preview/cell.js';
import { splitJson } from './preview/split.js';
import { tableOfValues } from './preview/table-of-values.js';

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
