import { describe, expect, it } from 'vitest';
import { parseContract } from '../../../src/contract/declare/parse-contract.js';
import { contractToJson } from '../../../src/contract/declare/to-json.js';
import { CasparianError } from '../../../src/platform/index.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

function refusal(declared: unknown): string {
  try {
    parseContract(declared);
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'CONTRACT_INVALID')
      return [error.message, error.why ?? [], error.next.map(hintText)].flat().join(' | ');
    throw error;
  }
  return 'accepted';
}

function typeOf(declared: unknown): unknown {
  return parseContract({ value: declared }).outputs.get('')!.columns[0]!.type;
}

describe('a contract', () => {
  it('is empty when nothing is declared', () => {
    for (const nothing of [null, undefined, {}]) expect(parseContract(nothing).outputs.size).toBe(0);
  });

  it('declares the columns of the only output', () => {
    const { outputs } = parseContract({ id: 'int!', day: { type: 'date', format: '%d/%m/%Y', required: true } });
    expect([...outputs.keys()]).toEqual(['']);
    expect(outputs.get('')).toMatchObject({
      name: null,
      inferred: false,
      columns: [
        { name: 'id', type: { kind: 'int' }, required: true, unique: false },
        { name: 'day', type: { kind: 'date' }, required: true, format: '%d/%m/%Y' },
      ],
    });
  });

  it('declares several outputs when its members are dicts of columns', () => {
    const { outputs } = parseContract({ lines: { type: 'string', amount: 'int' }, totals: { sum: { type: 'float' } } });
    expect([...outputs.values()].map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['lines', ['type', 'amount']],
      ['totals', ['sum']],
    ]);
  });

  it.each([
    ['str', { kind: 'string' }],
    ['TEXT', { kind: 'string' }],
    ['integer', { kind: 'int' }],
    ['int64', { kind: 'int' }],
    ['double', { kind: 'float' }],
    ['boolean', { kind: 'bool' }],
    ['timestamp', { kind: 'datetime', zone: null }],
    ['numeric(10, 2)', { kind: 'decimal', precision: 10, scale: 2 }],
    ['decimal(5)', { kind: 'decimal', precision: 5, scale: 0 }],
    ['datetime(tz)', { kind: 'datetime', zone: 'UTC' }],
    ['datetime(Europe/Berlin)', { kind: 'datetime', zone: 'Europe/Berlin' }],
    [' int ! ', { kind: 'int' }],
  ])('reads %j as a type', (declared, type) => {
    expect(typeOf(declared)).toEqual(type);
  });

  it('reads values that the bridge has tagged', () => {
    const { outputs } = parseContract({
      day: { type: 'date', min: { $date: '2020-01-01' } },
      amount: { type: 'decimal(10,2)', max: { $decimal: '1.10' } },
      id: { type: 'int', enum: [1, { $int: '9007199254740993' }] },
    });
    const [day, amount, id] = outputs.get('')!.columns;
    expect([day!.min, amount!.max, id!.enum]).toEqual(['2020-01-01', '1.10', [1, '9007199254740993']]);
  });

  it.each<[unknown, string]>([
    [{ a: 'intt' }, `at column 'a': 'intt' is not a type | Did you mean "int"?`],
    [{ lines: { a: 'strng' } }, `at output 'lines', column 'a': 'strng' is not a type | Did you mean "string"?`],
    [{ a: 'decimal' }, 'a decimal needs its number of digits | Did you mean "decimal(18,2)"?'],
    [{ a: 'decimal(39,2)' }, 'a decimal has 1 to 38 digits, not 39'],
    [{ a: 'decimal(2,3)' }, '3 of 2 digits cannot be after the point | Did you mean "decimal(3,2)"?'],
    [{ a: 'int(5)' }, 'int takes nothing in brackets'],
    [{ a: 'datetime(Europe/Berlim)' }, `'Europe/Berlim' is not a time zone | Did you mean "datetime(Europe/Berlin)"?`],
    [{ a: 5 }, '5 is not a type'],
    [{ a: ['int'] }, '["int"] is not a type'],
    ['int', 'outputs must be a dict of columns'],
    [{ a: 'int', b: { x: 'int' } }, "'a' would be columns, and 'b' outputs"],
    [{ lines: {} }, "at output 'lines': it has no columns"],
    [{ a: { type: 'int', requird: true } }, `at column 'a': 'requird' is not known | Did you mean 'required'?`],
    [{ a: { type: 'int', required: 'yes' } }, `'required' is true or false, not "yes"`],
    [
      { a: { type: 'int', format: '%Y' } },
      "'format' is for date, datetime, time and bool, and the column is of type int",
    ],
    [{ a: { type: 'int', pattern: 'x' } }, "'pattern' is for string"],
    [{ a: { type: 'string', min: 1 } }, "'min' is for numbers, dates and times"],
    [{ a: { type: 'string', pattern: '(' } }, 'its pattern is not a regular expression'],
    [{ a: { type: 'string', pattern: ')(' } }, 'its pattern is not a regular expression'],
    [{ a: { type: 'int', min: 'x' } }, "its min is invalid: 'x' is not an int"],
    [{ a: { type: 'int', min: 5, max: 4 } }, 'its min 5 is above its max 4'],
    [{ a: { type: 'int', enum: [] } }, "'enum' is a list of values"],
    [{ a: { type: 'int', enum: [1, 'x'] } }, "its enum is invalid: 'x' is not an int"],
    [{ a: { type: 'date', format: 'DD/MM/YYYY' } }, "has no directives such as %Y | Did you mean '%d/%m/%Y'?"],
    [{ a: { type: 'datetime', format: 'YYYY-MM-DD HH:MM:SS' } }, "Did you mean '%Y-%m-%d %H:%M:%S'?"],
    [{ a: { type: 'date', format: '%d/%m' } }, "the format '%d/%m' reads no year"],
    [{ a: { type: 'date', format: '%Y-%m-%d %H' } }, 'reads a time of day, and the column is a date'],
    [{ a: { type: 'date', format: '%Q' } }, 'has %Q, which is not supported'],
    [{ a: { type: 'date', format: '%Y %j %m' } }, 'has %j beside a month or a day'],
    [{ a: { type: 'date', format: '%Y %j %d' } }, 'has %j beside a month or a day'],
    [{ a: { type: 'date', format: '%Y %j %b' } }, 'has %j beside a month or a day'],
    [{ a: { type: 'date', format: '%Y-%m-%Y' } }, 'reads the year twice'],
    [{ a: { type: 'date', format: '%Y-%m-%d %y' } }, 'reads the year twice'],
    [{ a: { type: 'date', format: '%y-%m-%d %y' } }, 'reads the year twice'],
    [{ a: { type: 'date', format: '%Y %j %j' } }, 'reads the day of the year twice'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %H %I %p' } }, 'reads the hour twice'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %H %p' } }, 'must have %I and %p together'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %M' } }, 'reads no hour'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %S' } }, 'reads no hour'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %f' } }, 'reads no hour'],
    [{ a: { type: 'date', format: '%Y-%m' } }, 'must read a month and a day'],
    [{ a: { type: 'date', format: '%Y-%d' } }, 'must read a month and a day'],
    [{ a: { type: 'time', format: '%M:%S' } }, 'reads no hour'],
    [{ a: { type: 'time', format: '%H:%M %d' } }, 'reads a date, and the column is a time'],
    [{ a: { type: 'time', format: '%H:%M %a' } }, 'reads a date, and the column is a time'],
    [{ a: { type: 'date', format: '%Y-%m-%d %z' } }, 'reads a time of day, and the column is a date'],
    [{ a: { type: 'date', format: 'x' } }, 'has no directives such as %Y'],
    [['int'], 'outputs must be a dict of columns'],
    [{ a: 'decimal(0,0)' }, 'a decimal has 1 to 38 digits, not 0'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %I' } }, 'must have %I and %p together'],
    [{ a: { type: 'datetime', format: '%Y-%m-%d %z' } }, 'its format reads an offset (%z)'],
    [{ a: { type: 'datetime(tz)', format: '%Y-%m-%d' } }, 'its format reads no offset (%z)'],
    [{ a: { type: 'bool', format: 'yes' } }, "the format 'yes' does not name two different words"],
    [{ a: { type: 'bool', format: 'yes/Yes' } }, "the format 'yes/Yes' does not name two different words"],
    [{ a: { type: 'string', decimal: ',' } }, "'decimal, thousands' is for int, float and decimal"],
    [{ a: { type: 'int', decimal: ';' } }, `'decimal' is "." or ",", not ";"`],
    [{ a: { type: 'int', thousands: '_' } }, `'thousands' cannot be "_"`],
    [{ a: { type: 'float', decimal: ',', thousands: ',' } }, `'decimal' and 'thousands' are both ","`],
    [{ a: { type: 'int', thousands: '.', decimal: '.' } }, `'decimal' and 'thousands' are both "."`],
    [{ a: { type: 'int', nulls: 'NA' } }, `'nulls' is a list of texts, not "NA"`],
    [{ a: { type: 'int', nulls: [0] } }, `'nulls' is a list of texts, not [0]`],
  ])('refuses %j', (declared, message) => {
    expect(refusal(declared)).toContain(message);
  });

  it.each([
    ['date', '%Y %j'],
    ['date', '%y%m%d'],
    ['date', '%a %d %b %Y'],
    ['datetime', '%Y-%m-%d'],
    ['datetime', '%Y-%m-%d %I:%M:%S.%f %p'],
    ['time', '%I %p'],
    ['time', '%H'],
    ['decimal(1,0)', null],
    ['decimal(38,38)', null],
  ])('reads %s with the format %s', (type, format) => {
    const [column] = parseContract({ a: { type, format } }).outputs.get('')!.columns;
    expect(column!.format).toBe(format);
  });

  it('knows that the fraction stands behind a comma where points separate thousands', () => {
    const { columns } = parseContract({ a: { type: 'int', thousands: '.' } }).outputs.get('')!;
    expect(columns[0]!.numberStyle).toEqual({ decimal: ',', thousands: '.' });
  });

  it('gives back what was declared', () => {
    const declared = {
      id: 'int!',
      amount: 'decimal(18,2)',
      at: 'datetime(Europe/Berlin)',
      day: { type: 'date', required: true, format: '%d/%m/%Y', min: '2020-01-01' },
      side: { type: 'string', enum: ['buy', 'sell'], unique: true },
      price: { type: 'decimal(18,2)', decimal: ',', thousands: '.', nulls: ['', 'NA'] },
      weight: { type: 'float', decimal: ',' },
      paid: { type: 'bool', format: 'yes/no' },
    };
    expect(contractToJson(parseContract(declared).outputs.get('')!)).toEqual(declared);
  });
});
