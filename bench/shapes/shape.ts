import { encode } from './encode.js';

/** How the cells of a table are written down. */
export interface Style {
  readonly delimiter: string;
  readonly quote: '"' | "'";
  readonly escape: 'doubled' | 'backslash';
  /** `needed`: only cells that need quotes; `mixed`: by line, all or only the needed. */
  readonly quoting: 'all' | 'texts' | 'needed' | 'mixed';
  /** `mixed`: CRLF after every second line. */
  readonly lineEnd: '\n' | '\r\n' | '\r' | 'mixed';
  /** Blanks around each unquoted cell. */
  readonly padding: string;
  readonly endsWithLine: boolean;
  /** A label of TextDecoder. */
  readonly encoding: string;
  readonly mark: boolean;
  readonly fileName: string;
}

export type LineKind = 'preamble' | 'header' | 'row' | 'fault' | 'blank' | 'comment' | 'footer';

/** One record of a file, or the text between records. It may have several lines. */
export interface Line {
  readonly kind: LineKind;
  readonly text: string;
  readonly cells?: readonly string[];
  /** A row that a careful reader may also reject, because its meaning is ambiguous. */
  readonly mayFault?: true;
  /** An alternative reading that is also correct. */
  readonly orCells?: readonly string[];
}

/** A file under construction. */
export interface Shape {
  readonly style: Style;
  /** The column names, joined if they are on several lines; null if the file has none. */
  readonly columns: readonly string[] | null;
  readonly lines: readonly Line[];
}

/** A file with its contents. */
export interface ShapeCase {
  readonly id: string;
  /** Its class in the report. */
  readonly kind: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly truth: Truth;
}

export interface Truth {
  readonly columns: readonly string[] | null;
  /** The separate header lines: readers that do not join them may use one of them. */
  readonly headers: readonly (readonly string[])[];
  readonly rows: readonly TrueRow[];
  /** Lines as an editor counts them. */
  readonly lines: number;
  readonly delimiter: string;
  /** Null when nothing in the file is quoted. */
  readonly quote: string | null;
  readonly encoding: string;
}

export interface TrueRow {
  /** The accepted readings. */
  readonly cells: readonly (readonly string[])[];
  readonly mayFault: boolean;
}

export const PLAIN: Style = {
  delimiter: ',',
  quote: '"',
  escape: 'doubled',
  quoting: 'needed',
  lineEnd: '\n',
  padding: '',
  endsWithLine: true,
  encoding: 'utf-8',
  mark: false,
  fileName: 'table.csv',
};

export function writeRecord(cells: readonly string[], style: Style, line = 0): string {
  return cells.map((cell) => writeCell(cell, style, line)).join(style.delimiter);
}

function writeCell(cell: string, style: Style, line: number): string {
  const { delimiter, quote, escape, quoting, padding } = style;
  const isAll = quoting === 'all' || (quoting === 'mixed' && line % 3 === 1);
  const isNeeded =
    cell.includes(delimiter.trim() || delimiter) ||
    cell.includes(quote) ||
    /[\r\n]/.test(cell) ||
    (cell !== cell.trim() && delimiter !== '\t');
  const isText = quoting === 'texts' && /[^-\d.,:/ ]/.test(cell);
  if (!isAll && !isNeeded && !isText) return `${padding}${cell}${padding}`;
  const escaped = cell.replaceAll(quote, (escape === 'doubled' ? quote : '\\') + quote);
  return quote + escaped + quote;
}

/** The file as bytes, with its contents. */
export function finish(id: string, kind: string, shape: Shape): ShapeCase {
  const { style, lines } = shape;
  const texts = lines.map(({ text }) => text);
  const lineEnd = (at: number): string => (style.lineEnd === 'mixed' ? (at % 2 === 1 ? '\r\n' : '\n') : style.lineEnd);
  const last = texts.length - 1;
  const text = texts.map((line, at) => line + (at < last || style.endsWithLine ? lineEnd(at) : '')).join('');
  const headers = lines.flatMap(({ kind: what, cells }) => (what === 'header' && cells !== undefined ? [cells] : []));
  return {
    id,
    kind,
    fileName: style.fileName,
    bytes: encode((style.mark ? '\ufeff' : '') + text, style.encoding),
    truth: {
      columns: shape.columns,
      headers,
      rows: lines.flatMap((line) =>
        line.kind === 'row' && line.cells !== undefined
          ? [
              {
                cells: [line.cells, ...(line.orCells === undefined ? [] : [line.orCells])],
                mayFault: line.mayFault === true,
              },
            ]
          : [],
      ),
      lines: countLines(text),
      delimiter: style.delimiter,
      quote: lines.some((line) => line.kind === 'row' && line.text.includes(style.quote)) ? style.quote : null,
      encoding: style.encoding,
    },
  };
}

function countLines(text: string): number {
  const ends = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return ends + (text === '' || /[\r\n]$/.test(text) ? 0 : 1);
}
