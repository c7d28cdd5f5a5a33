import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountedLines, readTable } from './read-table.js';

/** A table, how it is written, and what is wrong with the file around it. */
const writtenTable = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '||'),
  quote: fc.constantFrom('"', "'"),
  quoting: fc.constantFrom('all', 'needed'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  endsWithLine: fc.boolean(),
  hasHeader: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf8-bom', 'utf16le', 'utf16le-bom', 'latin1'),
  preamble: fc.array(fc.constantFrom('Report of sales', '', '# made by hand', 'Exported on 2024-01-31'), {
    maxLength: 3,
  }),
  footer: fc.constantFrom(null, 'Total', '-- end --', '(3 rows)'),
  rows: fc.array(
    fc.record({
      text: fc.oneof(
        fc.constantFrom(
          null,
          '',
          'plain',
          'say "hi"',
          "it's",
          ' around ',
          'a,b;c\td|e',
          'two\nlines',
          'ends \\',
          '"',
          'é ü',
          '#1',
          'NULL',
        ),
        fc.string({ maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text)),
      ),
      amount: fc.integer({ min: -99_999, max: 99_999 }),
      day: fc.constantFrom('2024-01-31', '2023-12-01', '2022-02-28'),
    }),
    { minLength: 4, maxLength: 12 },
  ),
  // Between which rows something is that is none.
  pollution: fc.array(
    fc.record({ at: fc.nat(), what: fc.constantFrom('', 'short', 'a;b,c|d\te;f,g|h\ti||j||k||l||m') }),
    { maxLength: 2 },
  ),
});

type Written = Parameters<Parameters<typeof writtenTable.map>[0]>[0];

const NAMES = ['id', 'text', 'amount', 'day'];

function quoted({ quote, quoting, delimiter }: Written, value: string | null): string {
  if (value === null) return '';
  const quotes = `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
  const isNeeded =
    value === '' ||
    value.startsWith(' ') ||
    /["'\r\n]/.test(value) ||
    [...delimiter].some((mark) => value.includes(mark));
  // A single field between apostrophes may as well have them as its own; when all have them they are quotes.
  return quoting === 'all' || quote === "'" || isNeeded ? quotes : value;
}

/** The lines of the file, each with the values it stands for, if it is a row. */
function linesOf(written: Written): { text: string; row: (string | null)[] | null; isFault: boolean }[] {
  const line = (row: (string | null)[]) => row.map((value) => quoted(written, value)).join(written.delimiter);
  const rows = written.rows.map(({ text, amount, day }, index) => {
    const row = [
      `${index + 1}`,
      text === null || written.encoding !== 'latin1' ? text : text.replace(/[^ -~\n\xa1-\xff]/g, '?'),
      `${amount}`,
      day,
    ];
    return { text: line(row), row, isFault: false };
  });
  for (const { at, what } of written.pollution) {
    // Not first, where it would be a title, and not last, where it could be a footer.
    const place = 2 + (at % Math.max(1, rows.length - 3));
    rows.splice(place, 0, { text: what, row: what === '' ? [] : [null, null, null, null], isFault: what !== '' });
  }
  return rows.map((one) => ({ ...one, row: one.text === '' ? null : one.row }));
}

function encode(text: string, encoding: Written['encoding']): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text);
    case 'utf8-bom':
      return Buffer.from(`\ufeff${text}`);
    case 'utf16le':
      return Buffer.from(text, 'utf16le');
    case 'utf16le-bom':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'latin1':
      return Buffer.from(text, 'latin1');
  }
}

test('any table is read back value by value, and every line of its file is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(writtenTable, async (written) => {
      const lines = linesOf(written);
      const all = [
        ...written.preamble,
        ...(written.hasHeader ? [NAMES.map((name) => quoted(written, name)).join(written.delimiter)] : []),
        ...lines.map(({ text }) => text),
        ...(written.footer === null ? [] : [written.footer]),
      ];
      const text = all.join(written.lineEnd) + (written.endsWithLine ? written.lineEnd : '');
      const read = await readTable(encode(text, written.encoding));
      expect(read.rows).toEqual(lines.flatMap(({ row }) => (row === null ? [] : [row])));
      expect(read.faults.map(({ raw }) => raw)).toEqual(
        lines.filter(({ isFault }) => isFault).map(({ text: raw }) => raw),
      );
      if (written.hasHeader) expect(read.columns).toEqual(NAMES);
      expect(accountedLines(read.accounting)).toBe(read.accounting.lines);
      const inner = lines.reduce((count, { text: one }) => count + (one.match(/\n/g)?.length ?? 0), 0);
      expect(read.accounting.lines).toBe(all.length + inner);
      expect(read.accounting.header).toBe(written.hasHeader ? 1 : 0);
      expect(read.accounting.skipped.footer).toBe(written.footer === null ? 0 : 1);
    }),
    { numRuns: 100 },
  );
});
