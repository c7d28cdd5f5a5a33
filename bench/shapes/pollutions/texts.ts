import type { Random } from '../random.js';
import { type Line, type Shape, writeRecord } from '../shape.js';
import { within, type Pollution } from './pollution.js';

/** Texts with characters that are wrong there, or look wrong. */
export const TEXTS: readonly Pollution[] = [
  { name: 'inches in a text', apply: (shape, random) => inText(shape, random, (text) => `5" ${text}`) },
  {
    name: 'quotes unescaped in quotes',
    apply: (shape, random) =>
      within(shape, random, (row, style) => {
        const at = textColumn(row);
        const cells = (row.cells ?? []).map((cell, column) =>
          column === at ? `the ${style.quote}big${style.quote} one` : cell,
        );
        return {
          ...row,
          mayFault: true,
          cells,
          orCells: cells.map((cell, column) => (column === at ? style.quote + cell + style.quote : cell)),
          text: cells
            .map((cell, column) => (column === at ? style.quote + cell + style.quote : writeRecord([cell], style)))
            .join(style.delimiter),
        };
      }),
  },
  {
    name: 'a quote never closed',
    apply: (shape, random) =>
      within(shape, random, (row, style) => {
        const at = textColumn(row);
        const cells = row.cells ?? [];
        const plain = cells.map((cell, column) =>
          column === at ? `${style.quote}stray` : cell.replaceAll(/["'\n,;|]/g, ' '),
        );
        return {
          ...row,
          cells: plain,
          mayFault: true,
          text: plain
            .map((cell, column) => (column === at ? cell : writeRecord([cell], { ...style, quoting: 'needed' })))
            .join(style.delimiter),
        };
      }),
  },
  { name: 'a long text', apply: (shape, random) => inText(shape, random, () => 'long text '.repeat(3_000).trim()) },
  {
    name: 'line breaks in a text',
    apply: (shape, random) => inText(shape, random, (text) => `${text}\nsecond line\n\nfourth`),
  },
  { name: 'a NUL in a text', group: 'nul', apply: (shape, random) => inText(shape, random, (text) => `${text}\0`) },
  {
    name: 'a byte order mark between rows',
    group: 'encoding',
    apply: (shape, random) => within(shape, random, (row) => ({ ...row, text: `\ufeff${row.text}` })),
  },
];

/** The column with texts, judged by one row; otherwise the last column. */
function textColumn({ cells = [] }: Line): number {
  const at = cells.findIndex((cell) => /^[A-Za-zÄ-ü][^@\d]{2,}/.test(cell));
  return at === -1 ? cells.length - 1 : at;
}

function inText(shape: Shape, random: Random, change: (text: string) => string): Shape {
  return within(shape, random, (row, style) => {
    const at = textColumn(row);
    const cells = (row.cells ?? []).map((cell, column) => (column === at ? change(cell) : cell));
    const isInch =
      cells[at]?.startsWith('5"') === true &&
      style.quoting === 'needed' &&
      !/[\n,;|\t^~:]|" /.test((cells[at] ?? '').slice(3)) &&
      style.delimiter !== ' ';
    const text = isInch
      ? cells.map((cell, column) => (column === at ? cell : writeRecord([cell], style))).join(style.delimiter)
      : writeRecord(cells, style);
    // In a file that quotes properly, the unquoted quote may also be damage.
    return { ...row, cells, text, ...(isInch ? { mayFault: true as const } : {}) };
  });
}
