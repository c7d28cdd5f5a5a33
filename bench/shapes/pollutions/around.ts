import { type Line, writeRecord } from '../shape.js';
import { before, behind, between, isRow, withLines, type Pollution } from './pollution.js';

/** Lines before, after and between the rows that are not rows. */
export const AROUND: readonly Pollution[] = [
  {
    name: 'a title',
    group: 'before',
    apply: (shape, random) =>
      before(
        shape,
        'preamble',
        random.pick([
          ['Report of the week'],
          ['Report of the week', ''],
          ['Exported on 2024-05-31 by anna', 'All departments, all regions', ''],
        ]),
      ),
  },
  {
    name: 'a comment',
    group: 'before',
    apply: (shape) => before(shape, 'preamble', ['# made by logger v2.1', '# station: Berlin, Mitte']),
  },
  {
    name: 'names and values before',
    group: 'before',
    apply: ({ style, ...shape }, random) =>
      before({ ...shape, style }, 'preamble', [
        writeRecord(['Account', 'DE00123'], style),
        writeRecord(['From', '01.02.2024'], style),
        ...random.pick([[''], []]),
      ]),
  },
  {
    name: 'a padded title',
    group: 'before',
    fewestColumns: 3,
    apply: ({ style, columns, ...shape }) => {
      const width = shape.lines.find(isRow)?.cells?.length ?? 1;
      const pad = style.delimiter.repeat(width - 1);
      return before({ ...shape, style, columns }, 'preamble', [`Sales overview${pad}`, pad]);
    },
  },
  {
    name: 'sep=',
    group: 'before',
    apply: (shape) => before(shape, 'preamble', [`sep=${shape.style.delimiter.trim() || shape.style.delimiter}`]),
  },
  { name: 'several blank lines before', group: 'before', apply: (shape) => before(shape, 'preamble', ['', '']) },
  {
    name: 'a total',
    group: 'behind',
    fewestColumns: 3,
    apply: (shape) => {
      const width = shape.lines.find(isRow)?.cells?.length ?? 1;
      return behind(shape, 'footer', [
        writeRecord(['Total', ...Array.from({ length: width - 2 }, () => ''), '4711'], {
          ...shape.style,
          quoting: 'needed',
        }),
      ]);
    },
  },
  {
    name: 'a note behind',
    group: 'behind',
    apply: (shape, random) =>
      behind(
        shape,
        'footer',
        random.pick([
          ['', 'Source: own data'],
          ['-- end of file --'],
          ['(12 rows)'],
          ['', 'Created by ReportMaker 5.1 on 2024-01-31', 'All rights reserved'],
        ]),
      ),
  },
  { name: 'blank lines behind', group: 'behind', apply: (shape) => behind(shape, 'blank', ['', '', '']) },
  { name: 'Ctrl-Z behind', group: 'behind', apply: (shape) => behind(shape, 'blank', ['\x1a']) },
  {
    name: 'a last line cut off',
    group: 'behind',
    fewestColumns: 3,
    apply: (shape) =>
      behind({ ...shape, style: { ...shape.style, endsWithLine: false } }, 'fault', [
        writeRecord((shape.lines.findLast(isRow)?.cells ?? []).slice(0, 2), shape.style),
      ]),
  },
  {
    name: 'a blank line between rows',
    apply: (shape, random) => between(shape, random, () => ({ kind: 'blank', text: '' })),
  },
  {
    name: 'a blank line behind every line',
    group: 'line ends',
    apply: (shape) => withLines(shape, (lines) => lines.flatMap((line): Line[] => [line, { kind: 'blank', text: '' }])),
  },
  {
    name: 'a comment between rows',
    apply: (shape, random) =>
      between(before(shape, 'preamble', ['# made by hand']), random, () => ({
        kind: 'comment',
        text: '# sensor was changed',
      })),
    group: 'before',
  },
];
