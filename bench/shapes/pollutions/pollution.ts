import type { Random } from '../random.js';
import type { Line, Shape, Style } from '../shape.js';

/** Something wrong or unusual in a file. */
export interface Pollution {
  readonly name: string;
  /** Pollutions of one group exclude each other. */
  readonly group?: string;
  /** How cells are written; applied first. */
  readonly style?: Partial<Style>;
  readonly apply?: (shape: Shape, random: Random) => Shape;
  /** Whether it applies to a table with this many columns. */
  readonly fewestColumns?: number;
}

export const isRow = ({ kind }: Line): boolean => kind === 'row';

export function withLines(shape: Shape, change: (lines: readonly Line[]) => readonly Line[]): Shape {
  return { ...shape, lines: change(shape.lines) };
}

export function before(shape: Shape, kind: Line['kind'], texts: readonly string[]): Shape {
  return withLines(shape, (lines) => [
    ...texts.map((text): Line => ({ kind: text === '' ? 'blank' : kind, text })),
    ...lines,
  ]);
}

export function behind(shape: Shape, kind: Line['kind'], texts: readonly string[]): Shape {
  return withLines(shape, (lines) => [
    ...lines,
    ...texts.map((text): Line => ({ kind: text === '' ? 'blank' : kind, text })),
  ]);
}

/** Between two rows; before the first or after the last it could mean something else. */
export function between(shape: Shape, random: Random, make: (row: Line) => Line): Shape {
  return withLines(shape, (lines) => {
    const places = lines.flatMap((line, at) => (isRow(line) ? [at] : [])).slice(2, -1);
    if (places.length === 0) return lines;
    const at = random.pick(places);
    return [...lines.slice(0, at), make(lines[at] as Line), ...lines.slice(at)];
  });
}

/** Changes one row that is neither the first nor the last. */
export function within(shape: Shape, random: Random, change: (row: Line, style: Style) => Line): Shape {
  return withLines(shape, (lines) => {
    const places = lines.flatMap((line, at) => (isRow(line) ? [at] : [])).slice(2, -1);
    const chosen = places.length === 0 ? -1 : random.pick(places);
    return lines.map((line, at) => (at === chosen ? change(line, shape.style) : line));
  });
}

export const fault = (text: string): Line => ({ kind: 'fault', text });
