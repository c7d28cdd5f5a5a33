import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CasparianError } from '../../../src/platform/index.js';
import { accountedLines, type ReadTable, readTable } from './read-table.js';

const MARKS = [
  'a',
  '1',
  '2.5',
  ',',
  ',',
  ';',
  '"',
  '"',
  "'",
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '|',
  '#',
  '\\',
  ' ',
  'é',
  '\0',
  'Total',
  '\x1a',
];

const noise = fc.array(fc.constantFrom(...MARKS), { maxLength: 60 }).map((marks) => Buffer.from(marks.join('')));
const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some));

test('whatever a file holds, it is a table with every line accounted for, or refused in words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(noise, bytes), fc.constantFrom('a.csv', 'a.txt'), async (content, name) => {
      let read: ReadTable;
      try {
        read = await readTable(content, name);
      } catch (error) {
        expect(error).toBeInstanceOf(CasparianError);
        return;
      }
      const { accounting, rows, lines, faults } = read;
      expect(accountedLines(accounting)).toBe(accounting.lines);
      expect(accounting.rows).toBeGreaterThanOrEqual(rows.length);
      expect([...lines].sort((a, b) => a - b)).toEqual(lines);
      expect(lines.every((line) => line > accounting.preamble && line <= accounting.lines)).toBe(true);
      expect(faults.every(({ row }) => rows[row]?.every((cell) => cell === null))).toBe(true);
    }),
    { numRuns: 150 },
  );
});
