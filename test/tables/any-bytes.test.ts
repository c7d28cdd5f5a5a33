import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CasparianError } from '../../src/platform/index.js';
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

/** As `wc -l` counts, and a last line that does not end; where carriage returns end lines, those as well. */
function linesIn(content: Buffer, { format, accounting }: ReadTable): number {
  if (format.kind !== 'delimited' && format.kind !== 'fixed_width') return accounting.lines;
  if (!format.encoding.label.startsWith('utf-8')) return accounting.lines;
  const { lineEnd } = format.kind === 'delimited' ? format.dialect : format.layout;
  const returnEnds = lineEnd === '\r' || lineEnd === 'mixed';
  const text = content.toString('latin1');
  const ends = text.match(returnEnds ? /\r\n|\n|\r/g : /\n/g)?.length ?? 0;
  return ends + ((returnEnds ? /[\r\n]$/ : /\n$/).test(text) ? 0 : 1);
}

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
      expect(accounting.lines).toBe(linesIn(content, read));
      expect(accounting.rows).toBeGreaterThanOrEqual(rows.length);
      expect([...lines].sort((a, b) => a - b)).toEqual(lines);
      expect(lines.every((line) => line > accounting.preamble && line <= accounting.lines)).toBe(true);
      expect(faults.every(({ row }) => rows[row]?.every((cell) => cell === null))).toBe(true);
    }),
    { numRuns: 150 },
  );
});
