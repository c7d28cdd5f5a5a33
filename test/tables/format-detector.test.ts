import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONG_DELIMITERS } from '../../src/contract/index.js';
import { createIsLikeBefore } from '../../src/tables/delimited/detect/like-before.js';
import { createFormatDetector } from '../../src/tables/format-detector.js';
import { detectFormat, type FileFormat, type InputFile } from '../../src/tables/index.js';

function fileOf(text: string, name = 'orders.csv'): InputFile {
  return { name, path: name, bytes: undefined, content: new Uint8Array(Buffer.from(text)) };
}

async function detected(text: string, name?: string): Promise<FileFormat | string> {
  return detectFormat(fileOf(text, name)).catch((error: Error) => error.message);
}

/** Whether a text is found to be like another one, whose format is returned too. */
async function isLike(known: string, text: string): Promise<{ format: FileFormat; isLike: boolean }> {
  const format = await detectFormat(fileOf(known));
  const look = format.kind === 'delimited' ? createIsLikeBefore(format, fileOf(known).content as Uint8Array) : null;
  return { format, isLike: look?.(fileOf(text).content as Uint8Array) ?? false };
}

const ORDERS = 'id,date,customer,amount\n1,2024-01-31,customer-17,12.50\n2,2024-02-01,customer-4,3.00\n';

test('a file with other values of the same kinds has the format of the file before', async () => {
  const other =
    'id,date,customer,amount\n7,2023-12-24,Smith and sons,0.01\n8,2023-12-25,Order no 5,1000\n9,2020-01-01,x9,4\n';
  const detect = createFormatDetector();
  const first = await detect(fileOf(ORDERS), {});
  expect(await detect(fileOf(other), {})).toBe(first);
  expect(await detected(other)).toEqual(first);
});

test.each([
  ['another header', ORDERS.replace('amount', 'price')],
  ['a number that is not one', ORDERS.replace('3.00', 'free')],
  ['an empty field', ORDERS.replace('customer-4', '')],
  ['a null word', ORDERS.replace('customer-4', 'NULL')],
  ['a missing field', ORDERS.replace(',3.00', '')],
  ['a quoted field', ORDERS.replace('customer-4', '"customer, 4"')],
  ['a comment', `${ORDERS}# end\n`],
  ['a total', `${ORDERS}Total,2024-02-01,customer-4,15.50\n`],
  ['a blank line', ORDERS.replace('\n2,', '\n\n2,')],
  ['returns', ORDERS.replaceAll('\n', '\r\n')],
  ['one row', ORDERS.split('\n').slice(0, 2).join('\n')],
  ['other letters', ORDERS.replace('customer-4', 'Müller')],
  ['spaces after the delimiter', ORDERS.replaceAll(',', ', ')],
  ['a name as a value', ORDERS.replace('customer-4', 'customer')],
  ...LONG_DELIMITERS.map((mark) => [`the text ${mark}`, ORDERS.replace('customer-4', () => `customer${mark}4`)]),
])('a file with %s is detected again', async (_, text) => {
  expect((await isLike(ORDERS, text)).isLike).toBe(false);
});

test('a last row that reads like a remark is detected again, because it is reported', async () => {
  const known = 'what,amount\nblue,1\ngreen,2\nred,3\n';
  expect((await isLike(known, 'what,amount\nblue,1\ngreen,2\nyellow,3\n')).isLike).toBe(true);
  expect((await isLike(known, 'what,amount\nblue,1\ngreen,2\nTotal,3\n')).isLike).toBe(false);
});

test('a file whose name belongs to another format is detected again', async () => {
  const detect = createFormatDetector();
  const first = await detect(fileOf(ORDERS), {});
  expect(await detect(fileOf(ORDERS, 'orders.json'), {})).not.toBe(first);
});

test('options of the user are followed', async () => {
  const detect = createFormatDetector();
  await detect(fileOf(ORDERS), {});
  expect(await detect(fileOf(ORDERS), { headerLines: 0 })).toEqual(
    await detectFormat(fileOf(ORDERS), { headerLines: 0 }),
  );
});

/** Values of one kind each, and what may stand between them. */
const POOLS = [
  ['1', '22', '3.50', '2024', '-4', '1e5', '1.000', '(1)'],
  ['2024-12-31', '2023-01-02', '31.12.2024', '1-2-3'],
  ['blue', 'green tea', 'customer-7', 'Total', 'Total: all', 'end', 'note', '3 rows', 'sep=x', 'a b c d', '%', 'x: y'],
  ['12:30', '07:15:00'],
  ['yes', 'no', 'y'],
  ['a@b.de', 'https://example.org/x'],
];
const ODD = [
  ...['', ' ', 'NULL', '-', '---', '#', '# x', "'a'", '"a"', '"a', 'a"b', '\\', '$$', '::', ';', '|', '\t', '{', '[1'],
  ...['1,2', 'a\nb', 'a\n', '\r', 'ä', 'id', 'name', ' 5', '-- end --', 'Total', '<b>', '2020', '5 ', 'x '],
];
const NAMES = ['id', 'date', 'name', 'amount', '2024', 'yes', '1', 'x', 'Total', 'blue', 'id'];

interface Drawn {
  readonly rows: readonly (readonly number[])[];
  readonly odd: readonly (readonly [number, number, string])[];
  readonly end: string;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  rows: fc.array(fc.array(fc.nat(11), { minLength: 4, maxLength: 4 }), { maxLength: 70 }),
  odd: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    fc.array(fc.tuple(fc.nat(80), fc.nat(4), fc.constantFrom(...ODD)), { maxLength: 2 }),
  ),
  end: fc.constantFrom('\n', '\n', '', '\n\n', '\r\n'),
});

/** Two files with the same columns. */
const pairs = fc
  .record({
    columns: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...POOLS), fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 4,
    }),
    delimiter: fc.constantFrom(',', ',', ',', ';', '\t', '|', ', ', ' ', '::'),
    one: drawn,
    other: drawn,
  })
  .map(({ columns, delimiter, one, other }) => {
    const textOf = ({ rows, odd, end }: Drawn): string => {
      const values = rows.map((row) =>
        columns.map(([, pool, some], at) => pool[((row[at] ?? 0) % some) % pool.length] ?? ''),
      );
      const table = [columns.map(([name]) => name), ...values];
      for (const [row, column, value] of odd) {
        const fields = table[row % table.length] ?? [];
        fields[column % fields.length] = value;
      }
      return table.map((fields) => fields.join(delimiter)).join('\n') + end;
    };
    return [textOf(one), textOf(other)] as const;
  });

test('a text that is like another one has the format that detection finds', async () => {
  let alike = 0;
  await fc.assert(
    fc.asyncProperty(pairs, async ([known, text]) => {
      const found = await isLike(known, text).catch(() => null);
      if (found?.isLike !== true) return;
      alike += 1;
      expect(await detected(text)).toEqual(found.format);
    }),
    { numRuns: 2_000 },
  );
  expect(alike).toBeGreaterThan(50);
});
