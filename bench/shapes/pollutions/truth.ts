import { type Line, type Shape, type Style, writeRecord } from '../shape.js';
import { before, behind, between, fault, isRow, type Pollution, within, withLines } from './pollution.js';

/** Files that were once read without an error and with wrong data: damaged headers, glued tables, invented rows. */
export const TRUTH: readonly Pollution[] = [
  {
    name: 'a quoted text that looks like rows',
    fewestColumns: 2,
    apply: (shape, random) =>
      within(shape, random, (row, style) => {
        const width = row.cells?.length ?? 1;
        const lookalike = ['2024-01-01', ...Array.from({ length: width - 2 }, () => 'INFO'), 'start'].join(
          style.delimiter,
        );
        const cells = (row.cells ?? []).map((cell, at) =>
          at === width - 1 ? `log:\n${lookalike}\n${lookalike}` : cell,
        );
        return { ...row, cells, text: writeRecord(cells, style) };
      }),
  },
  {
    name: 'a delimiter lost before a quote',
    group: 'quotes',
    fewestColumns: 3,
    apply: (shape, random) =>
      between(shape, random, ({ cells = [] }) => fault(withoutDelimiter(cells, { ...shape.style, quoting: 'needed' }))),
  },
  {
    name: 'a delimiter too many in the header',
    group: 'header',
    fewestColumns: 3,
    apply: (shape) => damagedHeader(shape, ([first = '', ...names]) => [first, '', ...names], shape.columns),
  },
  {
    name: 'two names glued together',
    group: 'header',
    fewestColumns: 4,
    apply: (shape) =>
      damagedHeader(shape, ([one, two, three, ...names]) => [`${one}`, `${two}${three}`, ...names], numbered(shape)),
  },
  {
    name: 'the last name missing',
    group: 'header',
    fewestColumns: 4,
    apply: (shape) => damagedHeader(shape, (names) => names.slice(0, -1), numbered(shape)),
  },
  {
    name: 'a total that fits the columns',
    group: 'behind',
    fewestColumns: 2,
    apply: (shape) => lastRow(shape, (cells) => ['Total', ...cells.slice(1)], isTextFirst),
  },
  {
    name: 'a last row with blanks',
    group: 'behind',
    fewestColumns: 3,
    apply: (shape) => lastRow(shape, (cells) => ['Row with blanks', ...cells.slice(1).map(() => '')], isTextFirst),
  },
  {
    name: 'another table, wider, without a gap',
    group: 'behind',
    fewestColumns: 3,
    apply: (shape) => behind(shape, 'footer', table(shape, (shape.lines.find(isRow)?.cells?.length ?? 1) + 2)),
  },
  {
    name: 'another table, narrower, without a gap',
    group: 'behind',
    fewestColumns: 4,
    apply: (shape) => behind(shape, 'footer', table(shape, 2)),
  },
  {
    name: 'a title in two cells',
    group: 'before',
    fewestColumns: 4,
    apply: (shape) => {
      const width = shape.lines.find(isRow)?.cells?.length ?? 1;
      const cells = ['Sales overview', 'all regions', ...Array.from({ length: width - 2 }, () => '')];
      return before(shape, 'preamble', [writeRecord(cells, { ...shape.style, quoting: 'needed' })]);
    },
  },
];

/** The second and the third cell without the delimiter between them: `2,$6.00"Chair, blue",4`. */
function withoutDelimiter(cells: readonly string[], style: Style): string {
  const [first = '', second = '', ...others] = cells;
  const plain = (cell: string): string => cell.replaceAll(/["'\s,;|:^~]/g, '') || '7';
  const opened = `${plain(second)}${style.quote}Chair${style.delimiter}blue${style.quote}`;
  return [writeRecord([first], style), opened, ...others.slice(1).map((cell) => writeRecord([cell], style))].join(
    style.delimiter,
  );
}

function damagedHeader(
  shape: Shape,
  damage: (names: readonly string[]) => readonly string[],
  columns: readonly string[] | null,
): Shape {
  const names = shape.columns;
  if (names === null) return shape;
  return {
    ...shape,
    columns,
    lines: shape.lines.map((line) =>
      line.kind === 'header' ? { kind: 'header', text: writeRecord(damage(names), shape.style) } : line,
    ),
  };
}

function numbered({ columns }: Shape): string[] | null {
  return columns?.map((_, at) => `column_${at + 1}`) ?? null;
}

function isTextFirst({ lines }: Shape): boolean {
  return lines.filter(isRow).every(({ cells = [] }) => /^[A-Za-zÄ-ü][^@\d]+$/.test(cells[0] ?? ''));
}

function lastRow(
  shape: Shape,
  change: (cells: readonly string[]) => string[],
  applies: (shape: Shape) => boolean,
): Shape {
  const last = shape.lines.findLast(isRow);
  if (last?.cells === undefined || !applies(shape)) return shape;
  const cells = change(last.cells);
  const line: Line = { kind: 'row', cells, text: writeRecord(cells, shape.style) };
  return withLines(shape, (lines) => [...lines, line]);
}

function table({ style }: Shape, width: number): string[] {
  const record = (prefix: string) =>
    writeRecord(
      Array.from({ length: width }, (_, at) => `${prefix}${at + 1}`),
      { ...style, quoting: 'needed' },
    );
  return [record('key'), record('v'), record('w'), record('x')];
}
