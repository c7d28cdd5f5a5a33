import { writeRecord } from '../shape.js';
import { between, fault, isRow, withLines, type Pollution } from './pollution.js';

/** Rows that are too short or too long, and files with very few rows. */
export const ROWS: readonly Pollution[] = [
  {
    name: 'a row too short',
    fewestColumns: 3,
    apply: (shape, random) =>
      between(shape, random, ({ cells = [] }) => fault(writeRecord(cells.slice(0, -1), shape.style))),
  },
  {
    name: 'a row too long',
    apply: (shape, random) =>
      between(shape, random, ({ cells = [] }) => fault(writeRecord([...cells, 'more', 'and more'], shape.style))),
  },
  {
    name: 'a row with another delimiter',
    group: 'delimiter',
    fewestColumns: 3,
    apply: (shape, random) =>
      between(shape, random, ({ cells = [] }) =>
        fault(
          writeRecord(
            cells.map((cell) => cell.replaceAll(/[,;|\t\n"]/g, ' ')),
            { ...shape.style, delimiter: ';' },
          ),
        ),
      ),
  },
  {
    name: 'a row of delimiters',
    fewestColumns: 3,
    apply: (shape, random) =>
      between(shape, random, ({ cells = [] }) => ({
        kind: 'blank',
        text: shape.style.delimiter.repeat(cells.length - 1),
      })),
  },
  {
    name: 'a delimiter at every end',
    group: 'ends',
    apply: (shape) =>
      withLines(shape, (lines) =>
        lines.map((line) =>
          line.kind === 'row' || line.kind === 'header' ? { ...line, text: line.text + shape.style.delimiter } : line,
        ),
      ),
  },
  {
    name: 'a delimiter at the end of rows',
    group: 'ends',
    apply: (shape) =>
      withLines(shape, (lines) =>
        lines.map((line) => (line.kind === 'row' ? { ...line, text: line.text + shape.style.delimiter } : line)),
      ),
  },
  {
    name: 'nothing but names',
    group: 'rows',
    apply: (shape) => withLines(shape, (lines) => lines.filter((line) => !isRow(line))),
  },
  {
    name: 'one row',
    group: 'rows',
    apply: (shape) =>
      withLines(shape, (lines) => {
        const first = lines.find(isRow);
        return lines.filter((line) => !isRow(line) || line === first);
      }),
  },
  {
    name: 'two rows',
    group: 'rows',
    apply: (shape) =>
      withLines(shape, (lines) => {
        const some = lines.filter(isRow).slice(0, 2);
        return lines.filter((line) => !isRow(line) || some.includes(line));
      }),
  },
];
