import { describe, expect, test } from 'vitest';
import { findFooter, isClosing, isTotal } from '../../../../src/tables/delimited/detect/find-footer.js';
import { footerLinesAt } from '../../../../src/tables/delimited/detect/footer-lines.js';
import type { ValueKind } from '../../../../src/tables/delimited/detect/value-kind.js';
import { DIALECT } from '../read/tokenized.js';

/** A line that begins with `!` stands behind a blank one. */
const footerOf = (lines: readonly string[], kinds: readonly ValueKind[] = KINDS): number =>
  findIn(lines, kinds).records;
const findIn = (lines: readonly string[], kinds: readonly ValueKind[]) =>
  findFooter(
    lines.map((line) => ({ fields: line.replace(/^!/, '').split(','), followsBlank: line.startsWith('!') })),
    { width: kinds.length, kinds, filled: kinds.map(() => true) },
  );
const KINDS: readonly ValueKind[] = ['text', 'number', 'number'];
const ROW = 'anna,1,2';

describe('the footer is', () => {
  test.each<[string, string[], number, number?]>([
    ['nothing below rows', [ROW, ROW], 0],
    ['a total with gaps', [ROW, 'Total,,3'], 1],
    ['a total in the second column', [ROW, ',Total,3'], 1],
    ['a total that is too short', [ROW, 'Total,3'], 1],
    ['no total without gaps', [ROW, 'Total,1,2'], 0],
    ['a total whose values have other kinds', [ROW, 'Total,x,2'], 1],
    ['no total that others have', ['Total,1,2', ROW, 'Total,1,2'], 0],
    ['no row that begins as a name', [ROW, 'Total SA,1,2'], 0],
    ['an end', [ROW, '-- end --'], 1],
    ['two lines', [ROW, 'Total,,3', '-- end --'], 2],
    ['two lines with a gap between them', [ROW, 'Total,,3', ',,', '-- end --'], 3],
    ['a gap above it as well', [ROW, ',,', '-- end --'], 2],
    ['no gap without it', [ROW, ',,', ',,'], 0],
    ['no row that was cut off', [ROW, 'anna,1'], 0],
    ['no word that is alone', [ROW, 'anna'], 0],
    ['a word that is alone behind a blank line', [ROW, '!anna'], 1],
    ['words that are alone', [ROW, 'made by hand'], 1],
    ['no number that is alone', [ROW, '!12'], 0],
    ['no row with a delimiter of its own', [ROW, 'made;by;hand us'], 0],
    ['words with other marks', [ROW, 'made; by hand'], 1],
    ['words with a mark in a table of two columns', ['anna,1', 'made; by hand'], 1, 2],
    ['no closing word in a row', [ROW, 'report,1,2'], 0],
    ['no closing word with gaps', [ROW, 'report,,'], 0],
    ['a closing word with gaps below a blank line', [ROW, '!report,,'], 1],
    ['a closing word with gaps below a line of delimiters', [ROW, ',,', 'report,,'], 2],
    ['no last row with blanks', [ROW, 'Row with blanks,,'], 0],
    ['no total in a list', ['anna', 'Total'], 0, 1],
    ['a closing word behind a blank line in a list', ['anna', '!-- end --'], 1, 1],
    ['no other word behind a blank line in a list', ['anna', '!bert'], 0, 1],
    ['no closing word in a list', ['anna', '-- end --'], 0, 1],
    ['not all there is', ['-- end --', '-- end --'], 0],
    ['not all there is with its gap', [',,', '-- end --'], 0],
    ['a total and one number in a table of two columns', ['anna,1', 'Total,'], 1, 2],
    ['no total with as many values as a row', [ROW, 'Total x,1,2,3'], 0],
    ['no total with as many values as a row and a gap', [ROW, 'Total,1,2,'], 0],
  ])('%s', (_what, lines, count, width = 3) => {
    expect(footerOf(lines, KINDS.slice(0, width))).toBe(count);
  });

  test('at most 20 records', () => {
    const notes = Array.from({ length: 25 }, () => '-- end --');
    expect(footerOf([ROW, ...notes])).toBe(20);
    expect(footerOf([ROW, ...notes.slice(0, 18), ',,', ...notes.slice(0, 3)])).toBe(20);
    expect(footerOf([ROW, ...Array.from({ length: 22 }, () => ',,'), '-- end --'])).toBe(20);
  });
});

describe('the lines of a footer', () => {
  const linesAt = (...lines: string[]) =>
    footerLinesAt(Buffer.from(lines.join('\n')), {
      ...DIALECT,
      columns: ['a', 'b', 'c'],
      shape: { width: 3, kinds: KINDS, filled: [true, true, true] },
    }).lines;

  test('are counted to the end of the file', () => {
    expect(linesAt(ROW, 'Total,,3')).toBe(1);
    expect(linesAt(ROW, 'Total,,3', '')).toBe(1);
    expect(linesAt(ROW, '', 'Total,,3', '', '-- end --', '')).toBe(3);
    expect(linesAt(ROW, ROW)).toBe(0);
  });

  test('have a row above them', () => {
    expect(linesAt('anna,1', 'Total,,3')).toBe(0);
    expect(linesAt('', '-- end --')).toBe(0);
  });

  test('are judged by the last 40 records', () => {
    expect(linesAt(...Array.from({ length: 25 }, () => '-- end --'), ROW, '-- end --')).toBe(1);
    expect(linesAt(ROW, ...Array.from({ length: 40 }, () => '-- end --'))).toBe(0);
  });
});

test('words that close a file and words that sum it up', () => {
  expect(['---', '-- end --', 'EOF', '(3 rows)', '12 records', 'Source: x', 'Page 1'].every(isClosing)).toBe(true);
  expect(['--', 'endless', 'anna', '12'].some(isClosing)).toBe(false);
  expect(['Total', 'Grand Total:', 'Summe', '* Sub-total'].every(isTotal)).toBe(true);
  expect(['Totally', 'anna', ''].some(isTotal)).toBe(false);
});
