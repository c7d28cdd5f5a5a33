import { writeRecord } from '../shape.js';
import { before, behind, isRow, type Pollution } from './pollution.js';

/** A second table in the file. */
export const OTHER_TABLES: readonly Pollution[] = [
  {
    name: 'another table, narrower',
    group: 'behind',
    fewestColumns: 4,
    apply: (shape) =>
      behind(shape, 'footer', [
        '',
        writeRecord(['code', 'meaning'], shape.style),
        writeRecord(['A', 'active'], shape.style),
        writeRecord(['C', 'closed'], shape.style),
      ]),
  },
  {
    name: 'another table, as wide',
    group: 'behind',
    fewestColumns: 3,
    apply: (shape) => {
      const width = shape.lines.find(isRow)?.cells?.length ?? 1;
      const record = (name: string) =>
        writeRecord(
          Array.from({ length: width }, (_, at) => `${name}${at + 1}`),
          { ...shape.style, quoting: 'needed' },
        );
      const values = (from: number) =>
        writeRecord(
          Array.from({ length: width }, (_, at) => String(from + at)),
          { ...shape.style, quoting: 'needed' },
        );
      return behind(shape, 'footer', ['', record('key'), values(10), values(20)]);
    },
  },
  {
    name: 'another table, wider',
    group: 'behind',
    apply: (shape) => {
      const width = (shape.lines.find(isRow)?.cells?.length ?? 1) + 2;
      const record = (name: string) =>
        writeRecord(
          Array.from({ length: width }, (_, at) => `${name}${at + 1}`),
          { ...shape.style, quoting: 'needed' },
        );
      return behind(shape, 'footer', ['', record('key'), record('v'), record('w')]);
    },
  },
  {
    name: 'another table before',
    group: 'before',
    fewestColumns: 4,
    apply: (shape) =>
      before(shape, 'preamble', [
        writeRecord(['code', 'meaning'], shape.style),
        writeRecord(['A', 'active'], shape.style),
        writeRecord(['C', 'closed'], shape.style),
        '',
      ]),
  },
];
