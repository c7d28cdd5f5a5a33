import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReadFile, readContent, type ReadOptions } from '../reader-place.js';

/** Small files are treated like large ones, so that a test takes no second. */
const GUESSING = { fileBytes: 0, rows: 20 };

function lines(count: number, line: (row: number) => string): string {
  return Array.from({ length: count }, (_, row) => `${line(row)}\n`).join('');
}

/** All that a user sees, except for times and folders. */
function seen({ report, rows, quarantine }: ReadFile) {
  const { status, reading, accounting, rowsValid, rowsQuarantined, badRows, error, outputs, skipped } = report;
  const files = outputs.map(({ name, rows: count, sha256 }) => ({ name, count, sha256 }));
  return {
    ...{ status, reading, accounting, rowsValid, rowsQuarantined, badRows, rows, quarantine, files },
    error: error && { code: error.code, message: error.message, why: error.why },
    skipped: { count: skipped.count, shown: skipped.shown },
  };
}

async function expectTheSame(content: string, options: ReadOptions = {}): Promise<ReadFile> {
  const guessed = await readContent(content, { ...options, guessing: GUESSING });
  expect(seen(guessed)).toEqual(seen(await readContent(content, options)));
  return guessed;
}

const GOOD = lines(300, (row) => `${row},2024-01-${String((row % 28) + 1).padStart(2, '0')},note ${row}`);

test('a right guess gives the same rows, types, evidence and counts as reading the file twice', async () => {
  const read = await expectTheSame(`id,day,note\n${GOOD}5,not a day,x\n7\n`);
  expect(read.report).toMatchObject({ rowsValid: 300, rowsQuarantined: 2 });
});

test.each([
  ['a fraction in the last row', '300.5,2024-02-01,x\n'],
  ['other dates from the middle on', lines(300, (row) => `${row},${(row % 28) + 1}.02.2024,x`)],
  ['words in a column of numbers, more than may be quarantined', lines(300, (row) => `n${row},2024-02-01,x`)],
  ['a word for null', 'NA,2024-02-01,x\n'],
])('a wrong guess is corrected: %s', async (_, more) => {
  const read = await expectTheSame(`id,day,note\n${GOOD}${more}`, { limits: { share: 0.2, rows: 50 } });
  expect(read.report.error).toBeNull();
});

test('a file that fails, fails in the same way', async () => {
  const bad = lines(40, (row) => `${row},2024-01-01`);
  const read = await expectTheSame(`id,day,note\n${GOOD}${bad}`, { limits: { share: 0.9, rows: 20 } });
  expect(read.report.error?.code).toBe('QUARANTINE_LIMIT');
});

/** Values of columns whose type changes on the way: a guess by the first rows is right for some files and wrong for others. */
const VALUES = [
  ...['0', '7', '-12', '007', '9007199254740993', '1.5', '1,5', '1.234,50', '1e3', '12 %', '€ 3'],
  ...[
    '2024-01-31',
    '31.01.2024',
    '01/02/2024',
    '2024-01-31T10:00:00Z',
    '10:15',
    'true',
    'no',
    'NA',
    '-',
    '',
    'text',
    '"a, b"',
  ],
];

test('any file is read as without a guess', async () => {
  const value = fc.constantFrom(...VALUES);
  // Most rows repeat the first ones, as in real files; a few are different, anywhere.
  const column = fc.record({ usual: value, others: fc.array(fc.tuple(fc.nat(59), value), { maxLength: 4 }) });
  const file = fc.tuple(fc.array(column, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(59), { maxLength: 2 }));
  await fc.assert(
    fc.asyncProperty(file, async ([columns, short]) => {
      const header = columns.map((_, at) => `c${at}`).join(',');
      const cell = (row: number) => (of: (typeof columns)[number]) =>
        (of.others.find(([at]) => at === row) ?? [row, of.usual])[1];
      const rows = lines(60, (row) => (short.includes(row) ? 'x' : columns.map(cell(row)).join(',')));
      await expectTheSame(`${header}\n${rows}`);
    }),
    { numRuns: 30 },
  );
});
