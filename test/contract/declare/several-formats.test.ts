import { describe, expect, it } from 'vitest';
import { parseContractFile, contractFileText } from '../../../src/contract/declare/contract-file.js';
import { parseContract } from '../../../src/contract/declare/parse-contract.js';
import { contractToJson } from '../../../src/contract/declare/to-json.js';
import { createChecker } from '../../../src/contract/index.js';
import type { IncomingBatch } from '../../../src/contract/columns/incoming.js';
import { arrowBatch, batchOf as textBatch, utf8 } from '../batches.js';

type Texts = Record<string, readonly (string | null)[]>;
type Form = (texts: Texts) => IncomingBatch;

const arrowTexts: Form = (texts) =>
  arrowBatch(Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, utf8(values)])));

const BOTH = { type: 'datetime', format: ['%Y-%m-%d %H:%M:%S', '%m/%d/%Y %H:%M'] };

function checked(declared: unknown, texts: readonly (string | null)[], form: Form) {
  const [contract] = parseContract({ value: declared }).outputs.values();
  const { valid, quarantined } = createChecker(contract!).check(form({ value: texts }));
  const column = valid.columns[0]! as { values: ArrayLike<bigint | number> };
  return {
    values: Array.from(column.values, String),
    errors: Array.from(quarantined, ({ errors }) => errors[0]!.message),
  };
}

describe('several formats for one column', () => {
  it.each([
    ['as cells', textBatch],
    ['as Arrow text', arrowTexts],
  ])('are all read, %s', (_, form) => {
    const { values, errors } = checked(BOTH, ['2020-03-22 23:45:00', '1/22/2020 17:00', '12/31/2020 0:05'], form);
    expect(errors).toEqual([]);
    expect(values.map((value) => new Date(Number(BigInt(value) / 1000n)).toISOString())).toEqual([
      '2020-03-22T23:45:00.000Z',
      '2020-01-22T17:00:00.000Z',
      '2020-12-31T00:05:00.000Z',
    ]);
  });

  it('include ISO 8601 by name, with everything it accepts', () => {
    const { errors, values } = checked(
      { type: 'date', format: ['iso', '%d.%m.%Y'] },
      ['2024-01-31', '31.01.2024', '2024-01-31T00:00:00'],
      textBatch,
    );
    expect(errors).toEqual([]);
    expect(new Set(values)).toEqual(new Set(['19753']));
  });

  it('are all named for a text in none of them; an impossible day is explained by its format', () => {
    expect(checked(BOTH, ['22.01.2020', '2/30/2020 10:00'], arrowTexts).errors).toEqual([
      "'22.01.2020' is not a datetime: it is not written as %Y-%m-%d %H:%M:%S or %m/%d/%Y %H:%M",
      "'2/30/2020 10:00' is not a datetime: February has no 30th",
    ]);
  });

  it('are refused if two can be confused, with both and an example', () => {
    const declare =
      (format: unknown, type = 'date') =>
      () =>
        parseContract({ day: { type, format } });
    expect(declare(['iso', '%d/%m/%Y', '%m/%d/%Y'])).toThrow(
      "its formats '%d/%m/%Y' and '%m/%d/%Y' can be confused: '02/01/2003' means different times in them",
    );
    expect(declare(['%d/%m/%Y', 'DD.MM.YYYY'])).toThrow("the format 'DD.MM.YYYY' has no directives");
    expect(declare([])).toThrow("'format' is a list of at least one format");
    expect(declare(['yes/no', 'ja/nein'], 'bool')).toThrow('a bool has one format');
  });

  it('are written back as they were declared, and one of them as a text', () => {
    const roundTrip = (format: unknown) =>
      contractToJson(parseContract({ day: { type: 'date', format } }).outputs.get('')!).day;
    expect(roundTrip(['iso', '%d.%m.%Y'])).toEqual({ type: 'date', format: ['iso', '%d.%m.%Y'] });
    expect(roundTrip(['%d.%m.%Y', '%d.%m.%Y'])).toEqual({ type: 'date', format: '%d.%m.%Y' });
    expect(roundTrip('iso')).toBe('date');
  });
});

describe('an alias in a contract', () => {
  const file = (columns: unknown) => JSON.stringify({ version: 1, columns });

  it('is another name of the column, stored with it', () => {
    const text = file([{ name: 'Province_State', type: 'string', aliases: ['Province/State'] }]);
    const parsed = parseContractFile(text);
    expect(parsed.contract.columns[0]).toMatchObject({ name: 'Province_State', aliases: ['Province/State'] });
    expect(parseContractFile(contractFileText(parsed))).toEqual(parsed);
  });

  it('belongs to one column only', () => {
    const two = (first: object, second: object) => () =>
      parseContractFile(
        file([
          { name: 'a', type: 'int', ...first },
          { name: 'b', type: 'int', ...second },
        ]),
      );
    expect(two({ aliases: ['b'] }, {})).toThrow("its alias 'b' is also a name of column 'b'");
    expect(two({ aliases: ['c'] }, { aliases: ['c'] })).toThrow("its alias 'c' is also a name of column 'a'");
    expect(two({ aliases: ['a'] }, {})).toThrow("'a' is its name");
  });

  it('is accepted from a parser; both names in its data are an error', () => {
    const [contract] = parseContract({ id: { type: 'int', aliases: ['ID', 'key'] }, name: 'string' }).outputs.values();
    const { quarantined, valid } = createChecker(contract!).check(textBatch({ key: ['1'], name: ['x'] }));
    expect([quarantined.length, valid.columns.length]).toEqual([0, 2]);
    expect(() => createChecker(contract!).check(textBatch({ id: ['1'], ID: ['2'], name: ['x'] }))).toThrow(
      "has both 'id' and 'ID'",
    );
    const checker = createChecker(contract!);
    checker.check(textBatch({ id: ['1'], name: ['x'] }));
    expect(() => checker.check(textBatch({ key: ['2'], name: ['y'] }))).toThrow("has both 'id' and 'key'");
  });
});

describe('limits for the bad rows of an output', () => {
  it('are declared beside its columns, by a parser and in a contract file', () => {
    const { outputs } = parseContract({
      message: { id: 'int' },
      segments: { columns: { line: 'int' }, quarantine: { threshold: 0.1, max_rows: 5 } },
    });
    expect(outputs.get('message')!.quarantine ?? null).toBeNull();
    expect(outputs.get('segments')).toMatchObject({
      columns: [{ name: 'line' }],
      quarantine: { share: 0.1, rows: 5, minRows: null },
    });
    const columns = [{ name: 'id', type: 'int' }];
    const file = parseContractFile(JSON.stringify({ version: 1, columns, quarantine: { min_rows: 3 } }));
    expect(file.contract.quarantine).toEqual({ share: null, rows: null, minRows: 3 });
    expect(parseContractFile(contractFileText(file))).toEqual(file);
  });

  it('are refused if they are no limits; columns may have the same names', () => {
    const declare = (quarantine: unknown) => () =>
      parseContract({ a: { columns: { id: 'int' }, quarantine }, b: { id: 'int' } });
    expect(declare({ threshold: 2 })).toThrow("'quarantine.threshold' is a number from 0 to 1");
    expect(declare({ max_rows: -1 })).toThrow("'quarantine.max_rows' is a whole number");
    expect(declare({ share: 0.1 })).toThrow("'quarantine' has no 'share'");
    const { outputs } = parseContract({ a: { columns: 'int', quarantine: 'string' }, b: { id: 'int' } });
    expect(outputs.get('a')!.columns.map(({ name }) => name)).toEqual(['columns', 'quarantine']);
  });
});
