import type { Random } from '../random.js';
import { type Line, type Style, writeRecord } from '../shape.js';

/** A file in the format of a known program. */
export interface Program {
  readonly name: string;
  readonly style: Partial<Style>;
  readonly columns: readonly string[] | null;
  readonly lines: (random: Random, style: Style) => Line[];
}

export const preamble = (text: string): Line => ({ kind: 'preamble', text });
export const footer = (text: string): Line => ({ kind: 'footer', text });
export const blank: Line = { kind: 'blank', text: '' };
export const comment = (text: string): Line => ({ kind: 'comment', text });
export const header = (style: Style, cells: readonly string[]): Line => ({
  kind: 'header',
  text: writeRecord(cells, style),
  cells,
});
export const row = (style: Style, cells: readonly string[]): Line => ({
  kind: 'row',
  text: writeRecord(cells, style),
  cells,
});
export const asIs = (kind: 'header' | 'row', text: string, cells: readonly string[]): Line => ({ kind, text, cells });

export function many(random: Random, make: (at: number) => Line, least = 4, most = 30): Line[] {
  return Array.from({ length: random.between(least, most) }, (_, at) => make(at));
}

export const two = (number: number): string => String(number).padStart(2, '0');
export const day = (random: Random): string => `${two(random.between(1, 28))}.${two(random.between(1, 12))}.2024`;
export const isoDay = (random: Random): string => `2024-${two(random.between(1, 12))}-${two(random.between(1, 28))}`;
export const cents = (random: Random, point: string): string =>
  `${random.between(1, 999)}${point}${two(random.below(100))}`;
