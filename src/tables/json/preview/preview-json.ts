import type { PreviewTable } from '../../format/preview.js';
import type { TextHead } from '../../preview/text.js';
import { isJson, jsonCell } from './cell.js';
import { splitJson } from './split.js';
import { tableOfValues } from './table-of-values.js';

/** A JSON document that is a list (an element a row) or an object (a key a row); null when the text is neither. */
export function previewJson({ text, isWhole }: TextHead, rows: number): PreviewTable | null {
  const split = splitJson(text, rows + 1);
  // A document that is whole ends; one of which not even the first part is known is not known to be JSON.
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
