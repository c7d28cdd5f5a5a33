import { describe, expect, it } from 'vitest';
import { arrowBatch, batchOf, float64, int64, utf8 } from '../../contract/batches.js';
import { inferTable, inferColumn, readerOf, summary, textReader } from './tables.js';

describe('the evidence for a type', () => {
  it('cites the row that rules the other reading of a date out', async () => {
    const texts = [...Array.from({ length: 46 }, () => '01/02/24'), '31/05/24'];
    expect(await inferColumn(texts, 'day')).toMatchObject({
      type: 'date',
      format: '%d/%m/%y',
      evidence: ['all 47 values fit date DD/MM/YY', "row 47 '31/05/24' rules out date MM/DD/YY"],
    });
  });

  it('asks where no row decides, and says how to answer', async () => {
    const column = await inferColumn(['01/02/2024', '03/04/2024'], 'the day');
    expect(column.evidence).toEqual([
      "all 2 values (first row 1 '01/02/2024') fit date %d/%m/%Y and date %m/%d/%Y equally well, and no row decides: it stays text until you declare the type",
    ]);
    expect(column.alternatives.map(({ why }) => why)).toEqual([
      'every value fits date DD/MM/YYYY',
      'every value fits date MM/DD/YYYY',
    ]);
  });

  it('counts what would be quarantined, with the first of it', async () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => (index % 4000 === 811 ? 'n.v.' : String(index)));
    expect(await inferColumn(texts)).toMatchObject({
      type: 'int',
      misfits: { count: 3, first: { row: 812, value: 'n.v.' } },
      evidence: ["9,997 of 10,000 values fit int; 3 do not and would be quarantined, first row 812 'n.v.'"],
    });
  });

  it.each([
    [
      ['1', '007'],
      ["row 2 '007' would lose its leading zeros as a number", '1 of 2 values fit int'],
    ],
    [['1', 'A7'], ["1 of 2 values fit int; row 2 'A7' rules it out"]],
    [['1', 'x', '--'], ["1 of 3 values fit int, and 1 may mean no value ('--'); row 2 'x' rules it out"]],
    [['$5'], ["row 1 '$5' has a currency sign, which a number would lose"]],
    [
      ['5', '2.5', 'NA', 'NA'],
      ['all 2 values fit decimal(18,1)', "row 2 '2.5' rules out int", "'NA' means no value in 2 rows, first row 3"],
    ],
    [['13/05/2024', '05/13/2024'], ["1 of 2 values fit date DD/MM/YYYY; row 2 '05/13/2024' rules it out"]],
    [[null, null], ['every row is empty: the type is unknown']],
    [
      ['NA', null],
      ["every value is 'NA', which may mean no value, or be text", '1 row is empty'],
    ],
    [[], ['there are no rows']],
    [['a\nb'], ['every value is text']],
  ])('of %j is %j', async (texts, evidence) => {
    expect((await inferColumn(texts)).evidence).toEqual(evidence);
  });
});

describe('a table', () => {
  it('does not look at rows that are none, and counts them', async () => {
    const batch = arrowBatch({ n: utf8(['1', 'torn', '3', '2.5']) });
    const fault = { row: 1, code: 'too_few_fields', message: '', raw: 'torn' } as const;
    const { columns, rows } = await inferTable(readerOf(['n'], [batch], [fault]));
    expect(rows).toBe(4);
    expect(columns[0]).toMatchObject({ type: 'decimal(18,1)', values: 3 });
    expect(columns[0]!.evidence).toContain("row 4 '2.5' rules out int");
  });

  it('is looked at as far as told', async () => {
    const reader = textReader({ n: ['1', '2', 'x'] }, 2);
    expect(await inferTable(reader, { maxRows: 2 })).toMatchObject({
      rows: 2,
      isWhole: false,
      columns: [{ type: 'int' }],
    });
  });

  it('asks about points where another column has decimal commas', async () => {
    const { columns } = await inferTable(
      textReader({ net: ['1,5', '2,25'], weight: ['1.234', '2.500'], tax: ['1.5', '2'] }),
    );
    expect(columns.map(summary)).toEqual([
      'decimal(18,2) 1234,56',
      'string ? decimal(18,3) | int 1.234,56',
      'decimal(18,1)',
    ]);
  });

  it('keeps the types that a file gives its columns', async () => {
    const batch = arrowBatch({ id: int64([1n, null]), rate: float64([0.5, 1]), zip: utf8(['12345', '54321']) });
    const { columns } = await inferTable(readerOf(['id', 'rate', 'zip'], [batch]), { hasTypes: true });
    expect(columns.map(summary)).toEqual(['int', 'float', 'string']);
    expect(columns[0]).toMatchObject({ nullable: true, values: 1, evidence: ['the file declares int'] });
  });

  it('believes a reader that tells texts from numbers', async () => {
    const texts = { zip: ['12345'], day: ['2024-01-31'], size: ['5'] };
    const as = { texts: false, numbers: false, booleans: false, nested: false };
    const written = [
      { ...as, texts: true },
      { ...as, texts: true },
      { ...as, numbers: true },
    ];
    const { columns } = await inferTable({ ...textReader(texts), written });
    expect(columns.map(summary)).toEqual(['string', 'date', 'int']);
  });

  it('takes no number for a code where the file says that it is one', async () => {
    const written = [{ texts: false, numbers: true, booleans: false, nested: false }];
    const { columns } = await inferTable({ ...textReader({ zip: ['1E5', '20001'] }), written });
    expect(columns.map(summary)).toEqual(['float']);
  });

  it('takes values as JSON has them', async () => {
    const batch = batchOf({
      id: [1, 2n ** 62n],
      price: [1.5, 2],
      zip: ['01067', '12345'],
      ok: [true, false],
      tags: [{ kind: 'nested', json: '[1]' }, null],
      day: ['2024-01-31', '2024-02-01'],
      mixed: [1, 'x'],
    });
    const { columns } = await inferTable(
      readerOf(
        batch.columns.map(({ name }) => name),
        [batch],
      ),
    );
    expect(columns.map(summary)).toEqual(['int', 'decimal(18,1)', 'string', 'bool', 'json', 'date', 'string']);
  });

  it('does as it is told about a column', async () => {
    const types = new Map([
      ['zip', { type: 'string', format: null }],
      ['day', { type: 'date', format: '%d/%m/%Y' }],
      ['net', { type: 'decimal(12,3)', format: '1,234.56' }],
    ]);
    const texts = { zip: ['1', 'NA'], day: ['01/02/2024', 'NA'], net: ['1,234', '-'] };
    const { columns } = await inferTable(textReader(texts), { types });
    expect(columns.map(summary)).toEqual(['string', 'date %d/%m/%Y nulls NA', 'decimal(12,3) 1,234.56 nulls -']);
    expect(columns[1]!.evidence[0]).toBe('declared as date %d/%m/%Y');
  });
});

/** What DuckDB's sniffer gets wrong, by the numbers of its issues. */
describe('known mistakes of others', () => {
  const late = (text: string): string[] => [...Array.from({ length: 30_000 }, (_, index) => String(index + 1)), text];

  it('#25824: a fraction behind the sample is not rounded', async () => {
    expect(summary(await inferColumn(late('1.5')))).toBe('decimal(18,1)');
  });

  it('#25824: leading zeros behind the sample are not lost', async () => {
    expect(summary(await inferColumn(late('007')))).toBe('string');
  });

  it('#5794, #5782: codes with leading zeros are no integers', async () => {
    expect(summary(await inferColumn(['0123', '4567']))).toBe('string');
  });

  it('#11840: the format of dates does not depend on which row comes first', async () => {
    const rows = ['01/02/2024', '13/02/2024', '03/04/2024'];
    const found = await Promise.all(
      [rows, [...rows].reverse()].map(async (texts) => summary(await inferColumn(texts))),
    );
    expect(found).toEqual(['date %d/%m/%Y', 'date %d/%m/%Y']);
  });

  it('#15473, #11065: two ways of writing dates are not forced into one', async () => {
    expect(summary(await inferColumn(['2024-01-31', '31/01/2024', '2024-02-01']))).toBe('date %d/%m/%Y,iso');
    expect(summary(await inferColumn(['2024-01-31', '03/01/2024', '2024-02-01']))).toBe('string');
  });

  it('#13197: a row behind a bad row is looked at like any other', async () => {
    const batch = arrowBatch({ n: utf8(['1', 'bad', '2']) });
    const fault = { row: 1, code: 'too_many_fields', message: '', raw: 'bad' } as const;
    expect((await inferTable(readerOf(['n'], [batch], [fault]))).columns[0]).toMatchObject({ type: 'int', values: 2 });
  });

  it('#17452, #15076: an empty column is said to be empty, and takes what another file has', async () => {
    expect(await inferColumn([null, null])).toMatchObject({ type: 'string', values: 0, nullable: true });
  });

  it('integers beyond 64 bits do not become doubles', async () => {
    expect(summary(await inferColumn(['18446744073709551616', '1']))).toBe('decimal(38,0)');
  });
});
