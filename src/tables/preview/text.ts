import { errorMessage } from '../../platform/index.js';
import { previewDelimited } from '../delimited/preview-delimited.js';
import { previewJson } from '../json/preview/preview-json.js';
import { previewJsonLines } from '../json/preview/preview-json-lines.js';
import { promiseOf } from '../format/name-hint.js';
import type { PreviewTable } from '../format/preview.js';

export interface TextHead {
  readonly text: string;
  /** Whether this is all the text there is. */
  readonly isWhole: boolean;
}

export interface TextOptions {
  /** The file's name, for what its ending promises. */
  readonly name: string;
  readonly rows: number;
}

/** The first format that the text really is; any text is lines. */
export function previewText(head: TextHead, { name, rows }: TextOptions): PreviewTable {
  const promise = promiseOf(name);
  const readers = [
    () => previewJsonLines(head, { rows, isPromised: promise === 'lines' }),
    () => previewJson(head, rows),
    () => previewDelimited(head, { rows, isPromised: promise === 'delimited' }),
  ];
  for (const read of readers) {
    const table = read();
    if (table !== null) return table;
  }
  const lines = previewLines(head, rows);
  return promise === 'json' && lines.format === 'text' ? { ...lines, notes: brokenPromise(head) } : lines;
}

/** Somebody will wonder why a file called .json is shown as text. */
function brokenPromise({ text, isWhole }: TextHead): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return isWhole ? [`The name says JSON, but the content is not: ${errorMessage(error)}.`] : [];
  }
}

function previewLines({ text, isWhole }: TextHead, rows: number): PreviewTable {
  const lines = text.split(/\r\n|\n|\r/);
  if (isWhole && lines.at(-1) === '') lines.pop();
  return {
    format: text === '' ? 'empty' : 'text',
    columns: lines.length === 0 ? [] : [{ name: 'line', type: null }],
    rows: lines.slice(0, rows).map((line) => [line]),
    truncated: !isWhole || lines.length > rows,
    rowCount: isWhole ? lines.length : null,
    delimiter: null,
    header: null,
    notes: [],
  };
}
