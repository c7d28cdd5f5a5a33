import { type Line, type Shape, writeRecord } from '../shape.js';
import { between, type Pollution } from './pollution.js';

/** Headers on several lines, with missing or repeated names, or absent. */
export const NAMES: readonly Pollution[] = [
  {
    name: 'the header again',
    group: 'header',
    apply: (shape, random) => {
      const header = shape.lines.find(({ kind }) => kind === 'header');
      return header === undefined ? shape : between(shape, random, () => ({ kind: 'header', text: header.text }));
    },
  },
  {
    name: 'no header',
    group: 'header',
    apply: (shape) => ({ ...shape, columns: null, lines: shape.lines.filter(({ kind }) => kind !== 'header') }),
  },
  {
    name: 'units below the names',
    group: 'header',
    fewestColumns: 3,
    apply: secondHeader((_, at) => (at === 0 ? '' : '[unit]')),
  },
  { name: 'two lines of names', group: 'header', fewestColumns: 4, apply: groups },
  {
    name: 'names missing and twice',
    group: 'header',
    fewestColumns: 4,
    apply: (shape) =>
      renamed(
        shape,
        (names) => names.map((name, at) => (at === 1 ? '' : at === 3 ? (names[2] ?? '') : name)),
        (names) => names.map((name, at) => (at === 1 ? 'column_2' : at === 3 ? `${names[2] ?? ''}_2` : name)),
      ),
  },
  {
    name: 'names with delimiters',
    group: 'header',
    apply: (shape) =>
      renamed(
        shape,
        (names) => names.map((name) => `${name}, net`),
        (names) => names.map((name) => `${name}, net`),
      ),
  },
  {
    name: 'years as names',
    group: 'header',
    fewestColumns: 4,
    apply: (shape) =>
      renamed(
        shape,
        (names) => names.map((name, at) => (at > 0 && at < 4 ? String(2_018 + at) : name)),
        (names) => names.map((name, at) => (at > 0 && at < 4 ? String(2_018 + at) : name)),
      ),
  },
  { name: 'an index without a name', group: 'header', apply: indexed((names) => ['', ...names]) },
  { name: 'one name too few', group: 'header', fewestColumns: 3, apply: unnamedIndex },
];

function renamed(
  shape: Shape,
  write: (names: readonly string[]) => string[],
  read: (names: readonly string[]) => string[],
): Shape {
  if (shape.columns === null) return shape;
  const names = shape.columns;
  return {
    ...shape,
    columns: read(names),
    lines: shape.lines.map((line) =>
      line.kind === 'header' ? { ...line, text: writeRecord(write(names), shape.style), cells: write(names) } : line,
    ),
  };
}

function secondHeader(name: (name: string, at: number) => string) {
  return (shape: Shape): Shape => {
    if (shape.columns === null) return shape;
    const names = shape.columns;
    const units = names.map(name);
    return {
      ...shape,
      columns: names.map((one, at) => `${one} ${units[at] ?? ''}`.trim()),
      lines: shape.lines.flatMap((line): Line[] =>
        line.kind === 'header'
          ? [line, { kind: 'header', text: writeRecord(units, shape.style), cells: units }]
          : [line],
      ),
    };
  };
}

function groups(shape: Shape): Shape {
  if (shape.columns === null) return shape;
  const names = shape.columns;
  const above = names.map((_, at) => (at === 1 ? 'Group A' : at === 3 ? 'Group B' : ''));
  return {
    ...shape,
    columns: names.map((name, at) => (at === 0 ? name : `${at < 3 ? 'Group A' : 'Group B'} ${name}`)),
    lines: shape.lines.flatMap((line): Line[] =>
      line.kind === 'header' ? [{ kind: 'header', text: writeRecord(above, shape.style), cells: above }, line] : [line],
    ),
  };
}

/** Which name is missing cannot be seen. */
function unnamedIndex(shape: Shape): Shape {
  const made = indexed((names) => [...names])(shape);
  return {
    ...made,
    columns: made.columns?.map((_, at) => `column_${at + 1}`) ?? null,
    lines: made.lines.map((line) => (line.kind === 'header' ? { kind: 'header', text: line.text } : line)),
  };
}

function indexed(write: (names: readonly string[]) => string[]) {
  return (shape: Shape): Shape => {
    if (shape.columns === null) return shape;
    let number = 0;
    const index = (line: Line): Line => {
      const cells = [String(number), ...(line.cells ?? [])];
      number += 1;
      return { ...line, cells, text: writeRecord(cells, shape.style) };
    };
    const names = shape.columns;
    return {
      ...shape,
      columns: ['column_1', ...names],
      lines: shape.lines.map((line) =>
        line.kind === 'header'
          ? { ...line, cells: write(names), text: writeRecord(write(names), shape.style) }
          : line.kind === 'row'
            ? index(line)
            : line,
      ),
    };
  };
}
