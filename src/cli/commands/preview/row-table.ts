import type { Preview } from '../../../tables/index.js';
import type { Output } from '../../output/output.js';
import { type Column, renderTable } from '../../output/table.js';
import { cutText, textWidth } from '../../output/text-width.js';
import { fitWidths } from './fit-widths.js';
import { visible } from './visible.js';

type Cell = Preview['rows'][number][number];

/** A row of data, or the row of types above it. */
interface Line {
  readonly cells: readonly string[];
  readonly isTypes: boolean;
}

const MOST_NAMES_CHARACTERS = 400;

/** The rows as a table that fits the terminal: long cells are shortened, columns that do not fit are named below it. */
export function rowTable(preview: Preview, output: Output): string {
  const titles = preview.columns.map((column) => visible(column.name));
  const types = preview.columns.map((column) => column.type ?? '');
  const lines: Line[] = [
    ...(types.some((type) => type !== '') ? [{ cells: types, isTypes: true }] : []),
    ...preview.rows.map((row) => ({ cells: row.map(cellText), isTypes: false })),
  ];
  const natural = titles.map((title, at) =>
    Math.max(textWidth(title), ...lines.map(({ cells }) => textWidth(cells[at] ?? ''))),
  );
  const widths = fitWidths(natural, output.width);
  const columns = widths.map((width, at): Column<Line> => ({
    title: cutText(titles[at] ?? '', width),
    cell: ({ cells }) => cutText(cells[at] ?? '', width),
    align: isNumeric(preview, at) ? 'right' : 'left',
    paint: (text, { isTypes }) => (isTypes ? output.paint('dim', text) : text),
  }));
  const table = renderTable(columns, lines, Infinity);
  const left = titles.slice(widths.length);
  if (left.length === 0) return table;
  const names = cutText(left.join(', '), MOST_NAMES_CHARACTERS);
  return `${table}\n\n${left.length} more ${left.length === 1 ? 'column' : 'columns'}: ${names}`;
}

const NUMERIC_TYPE = /^(?:int|float|decimal)/;

function isNumeric({ columns, rows }: Preview, at: number): boolean {
  const type = columns[at]?.type ?? null;
  if (type !== null) return NUMERIC_TYPE.test(type);
  return rows.every((row) => row[at] === null || typeof row[at] === 'number');
}

function cellText(cell: Cell): string {
  return cell === null ? 'null' : visible(String(cell));
}
