import type { PreviewTable } from '../../format/preview.js';
import type { TextHead } from '../../preview/text.js';
import { isJson } from './cell.js';
import { tableOfValues } from './table-of-values.js';

export interface JsonLinesOptions {
  readonly rows: number;
  /** Whether the file's name says that this is what it holds: then a single line is enough. */
  readonly isPromised: boolean;
}

/** JSON values, one a line; null when the lines are something else. */
export function previewJsonLines({ text, isWhole }: TextHead, options: JsonLinesOptions): PreviewTable | null {
  const lines = text.split(/\r?\n/);
  if (!isWhole && lines.length > 1) lines.pop();
  const values = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (!/^[[{]/.test(values[0] ?? '') || (values.length < 2 && !options.isPromised)) return null;
  const shown = values.slice(0, options.rows);
  const bad = shown.findIndex((value) => !isJson(value));
  // A list spread over lines begins with a line that is no JSON; a file of lines may have a bad one later.
  if (bad === 0 || (bad === 1 && !options.isPromised)) return null;
  const good = bad === -1 ? shown : shown.slice(0, bad);
  const isAll = isWhole && bad === -1 && values.length <= options.rows;
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
