import { describe, expect, test } from 'vitest';
import { decideColumn } from '../../../../src/tables/infer/decide/decide-column.js';
import { createColumnProfile } from '../../../../src/tables/infer/profile/column-profile.js';
import { batchOf } from '../../../contract/batches.js';
import { inferTable, inferColumn, readerOf, summary, textReader, type Texts } from '../tables.js';

const many = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe('a column may be null', () => {
  test.each<[string, Texts, boolean]>([
    ['where a field is empty', ['1', null], true],
    ['where a word stands for no value', ['1', 'NA'], true],
    ['where there are both', ['1', null, 'NA'], true],
    ['not where every row has a value', ['1', '2'], false],
    ['not where every row has a text', ['x', 'y'], false],
    ['where a text is missing', ['x', null], true],
  ])('%s', async (_what, texts, nullable) => {
    expect((await inferColumn(texts)).nullable).toBe(nullable);
  });

  test.each<[string, Texts, boolean, number]>([
    ['where a field is empty', ['1', null], true, 1],
    ['where a word stands for no value', ['1', '2', 'NA'], true, 2],
    ['not where every row has a value', ['1', '2'], false, 2],
  ])('when the user names its type, %s', async (_what, texts, nullable, values) => {
    const types = new Map([['x', { type: 'int', format: null }]]);
    expect(await inferColumn(texts, 'x', { types })).toMatchObject({ nullable, values, format: null });
  });

  test('but a word is a value where the user says that it is text', async () => {
    const types = new Map([['x', { type: 'string', format: null }]]);
    expect(await inferColumn(['1', 'NA'], 'x', { types })).toMatchObject({ nullable: false, values: 2, nulls: [] });
  });
});

test('the format that the user gives a number is a style, and that of a date is a format', async () => {
  const types = new Map([
    ['net', { type: 'decimal(12,2)', format: '1.234,56' }],
    ['day', { type: 'date', format: '%d/%m/%Y' }],
  ]);
  const { columns } = await inferTable(textReader({ net: ['1,5'], day: ['01/02/2024'] }), { types });
  expect(columns).toMatchObject([
    { format: null, numberStyle: { decimal: ',', thousands: '.' } },
    { format: '%d/%m/%Y', numberStyle: null },
  ]);
});

describe('what the file says', () => {
  const surroundings = {
    hasDecimalCommas: false,
    textsStayText: false,
    distinguishesNumbers: false,
    areNumbers: false,
    severalFiles: false,
  };

  test('is the type, unless its times are finer than a datetime', () => {
    const view = { ...createColumnProfile(), givenType: 'datetime', values: 3 };
    expect(decideColumn('at', { ...view, isTooFine: false }, surroundings)).toMatchObject({
      type: 'datetime',
      evidence: ['the file declares datetime'],
    });
    expect(decideColumn('at', { ...view, isTooFine: true }, surroundings)).toMatchObject({
      type: 'string',
      evidence: ['the file declares datetime; some values are finer than microseconds: text keeps all digits'],
    });
  });

  test('keeps numbers in the quotes of JSON texts', async () => {
    const batch = batchOf({ n: ['11067', '12345'] });
    const { columns } = await inferTable(readerOf(['n'], [batch]));
    expect(columns.map(summary)).toEqual(['string']);
  });

  test('makes a number of what is named like a code', async () => {
    const written = [{ texts: false, numbers: true, booleans: false, nested: false }];
    const { columns } = await inferTable({ ...textReader({ zip: ['12345', '20001'] }), written });
    expect(columns.map(summary)).toEqual(['int']);
  });
});

describe('what is said for a decision', () => {
  test('one value that does not fit, and several', async () => {
    expect((await inferColumn([...many(99, '1'), 'x'])).evidence).toEqual([
      "99 of 100 values fit int; 1 does not and would be quarantined, first row 100 'x'",
    ]);
    expect((await inferColumn([...many(198, '1'), 'x', 'y'])).evidence).toEqual([
      "198 of 200 values fit int; 2 do not and would be quarantined, first row 199 'x'",
    ]);
  });

  test('values that contradict each other', async () => {
    const { evidence, alternatives } = await inferColumn([...many(100, '01/02/2024'), '13/05/2024', '05/13/2024']);
    expect(evidence).toEqual([
      "row 101 '13/05/2024' rules out date MM/DD/YYYY",
      "row 102 '05/13/2024' rules out date DD/MM/YYYY",
      'no date format fits all values',
    ]);
    expect(alternatives).toEqual([]);
  });

  test('the type that most values are of', async () => {
    const share = async (texts: Texts): Promise<string | undefined> => (await inferColumn(texts)).evidence.at(-1);
    expect(await share([...many(10, '7'), ...many(3, '2024-01-31'), 'x'])).toMatch(/^10 of 14 values fit int/);
    expect(await share([...many(3, '7'), ...many(10, '2024-01-31'), 'x'])).toMatch(/^10 of 14 values fit date/);
  });

  test('a code among which some values are no numbers', async () => {
    const { evidence, alternatives } = await inferColumn([...many(99, '12345'), 'x'], 'zip');
    expect(evidence).toEqual([
      "99 of 100 values fit int, but 'zip' is the name of a code: it stays text and keeps its zeros",
    ]);
    expect(alternatives).toMatchObject([{ type: 'int', misfits: 1 }]);
    expect((await inferColumn(['12345', '12346'], 'zip')).evidence).toEqual([
      "all 2 values fit int, but 'zip' is the name of a code: it stays text and keeps its zeros",
    ]);
  });

  test('a type that is near, and what it would quarantine', async () => {
    expect((await inferColumn([...many(3, '1'), 'x'])).alternatives).toEqual([
      {
        type: 'int',
        format: null,
        why: "3 of 4 values fit int; the other one would be quarantined, first row 4 'x'",
        misfits: 1,
      },
    ]);
    expect((await inferColumn([...many(8, '1'), 'x', 'y'])).alternatives).toEqual([
      {
        type: 'int',
        format: null,
        why: "8 of 10 values fit int; the other 2 would be quarantined, first row 9 'x'",
        misfits: 2,
      },
    ]);
  });

  test('the habit of writing points into dates, beside the orders that fit alike', async () => {
    const { alternatives } = await inferColumn(['01.02.2024']);
    expect(alternatives.map(({ why }) => why)).toEqual([
      'every value fits date DD.MM.YYYY, the usual order of dates with points',
      'every value fits date MM.DD.YYYY',
    ]);
  });

  test('days without separators are offered where they are numbers', async () => {
    expect((await inferColumn(['20240131'])).alternatives).toEqual([
      {
        type: 'date',
        format: '%Y%m%d',
        why: 'every value also fits date YYYYMMDD',
        misfits: 0,
      },
    ]);
  });

  test('thousands are not offered where a value does not fit', async () => {
    const texts = Array.from({ length: 99 }, (_, row) => `1.${100 + row}`);
    expect(summary(await inferColumn(texts))).toBe('decimal(18,3) ? int 1.234,56');
    expect(summary(await inferColumn([...texts, 'x']))).toBe('decimal(18,3) -1');
  });
});

describe('dates written in several ways in one file', () => {
  const inferred = async (dates: readonly string[]) =>
    (await inferTable(textReader({ day: [...dates] }))).columns.map(({ type, format }) => [type, format]);

  test('are dates with several formats, if they cannot be confused', async () => {
    const dates = ['2024-01-31', '31.12.2023', '2024-02-29', '13.01.2024'];
    expect(await inferred(dates)).toEqual([['date', ['%d.%m.%Y', 'iso']]]);
    expect(await inferred(['2024-01-31 10:00:00', '1/31/2024 17:05', '2024-02-01 11:30:00'])).toEqual([
      ['datetime', ['%m/%d/%Y %H:%M', 'iso']],
    ]);
  });

  test('stay text if the order of one of them is open, or if two contradict each other', async () => {
    expect(await inferred(['2024-01-31', '01/02/2024', '2024-02-29', '03/04/2024'])).toEqual([['string', null]]);
    expect(await inferred(['13/05/2024', '05/13/2024', '2024-02-29'])).toEqual([['string', null]]);
  });

  test('are misfits if they are few: one other date is a slip', async () => {
    const days = Array.from({ length: 25 }, (_, at) => `2024-01-${String(at + 1).padStart(2, '0')}`);
    expect(await inferred([...days, '31.01.2024'])).toEqual([['date', null]]);
  });
});
