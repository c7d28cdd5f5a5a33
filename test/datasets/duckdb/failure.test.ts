import { expect, test } from 'vitest';
import { queryFailure } from '../../../src/datasets/duckdb/failure.js';
import { columnTypes, fileList, textList } from '../../../src/datasets/duckdb/sql-text.js';
import { CasparianError } from '../../../src/platform/index.js';

const FACTS = { known: ['orders'], allowFiles: false, folder: '/home/output' };
const failure = (message: string, facts: Partial<typeof FACTS> = {}): unknown =>
  queryFailure(new Error(message), { ...FACTS, ...facts });

test('an error that is not from DuckDB stays as it is', () => {
  for (const error of [new Error('a bug'), new CasparianError('QUERY_REFUSED', 'Some Error: no'), 'text']) {
    expect(queryFailure(error, FACTS)).toBe(error);
  }
});

test.each([
  ['INTERRUPT Error: Interrupted!', 'INTERRUPTED', 'The query was interrupted'],
  ['INTERRUPT', 'INTERRUPTED', 'The query was interrupted'],
  ['Catalog Error: Table with name ordrs does not exist!', 'DATASET_NOT_FOUND', "There is no dataset 'ordrs'"],
  ['Catalog Error: View with name "x y" does not exist!', 'DATASET_NOT_FOUND', "There is no dataset 'x y'"],
  ['Catalog Error: Table with name /etc/passwd does not exist!', 'QUERY_REFUSED', 'something that is not a dataset'],
  ['Catalog Error: Table with name a.CSV does not exist!', 'QUERY_REFUSED', 'something that is not a dataset'],
  ['IO Error: No files found /home/output/a.parquet', 'OUTPUT_DAMAGED', 'A file of this dataset is missing'],
  ['Invalid Input Error: No magic bytes in /home/output/a', 'OUTPUT_DAMAGED', 'A file of this dataset is missing'],
  ['Serialization Error: bad /home/output/a', 'OUTPUT_DAMAGED', 'A file of this dataset is missing'],
  ['IO Error: No files found /elsewhere/a.parquet', 'QUERY_FAILED', 'IO Error: No files found'],
  ['Binder Error: column /home/output', 'QUERY_FAILED', 'Binder Error: column /home/output'],
  ['Permission Error: Cannot access file', 'QUERY_REFUSED', 'something that is not a dataset'],
  ['Failed to extract statements: Parser Error: syntax', 'QUERY_FAILED', 'Parser Error: syntax'],
] as const)('%s is %s', (message, code, what) => {
  const found = failure(message);
  expect(found).toMatchObject({ code, message: expect.stringContaining(what) as string });
  expect(found).toHaveProperty('message', expect.not.stringContaining('Failed to extract'));
});

test('with files allowed, a file that is not there is no dataset, and a permission is the own one', () => {
  const files = { allowFiles: true };
  expect(failure('Catalog Error: Table with name a.csv does not exist!', files)).toMatchObject({
    code: 'DATASET_NOT_FOUND',
  });
  expect(failure('Permission Error: Cannot access file', files)).toMatchObject({ code: 'QUERY_FAILED' });
});

test('the place in the statement keeps its mark below its line', () => {
  expect(failure('Parser Error: syntax\n\nLINE 1: selec\n        ^')).toMatchObject({
    ...{ message: 'Parser Error: syntax', why: 'LINE 1: selec\n                ^' },
    next: [{ text: 'See the columns of a dataset', action: 'query', arguments: ['describe DATASET'] }],
  });
  expect((failure('Parser Error: syntax') as CasparianError).why).toBeUndefined();
});

test('only the first line of a message says why', () => {
  expect(failure('IO Error: gone /home/output/a\nmore')).toMatchObject({ why: 'IO Error: gone /home/output/a' });
  expect(failure('Permission Error: no\nmore')).toMatchObject({ why: 'Permission Error: no' });
});

test('names and paths are quoted', () => {
  expect(textList(["it's", 'b'])).toBe("['it''s', 'b']");
  expect(fileList(['/a*b?[c]'])).toBe("['/a[*]b[?][[]c]']");
  expect(columnTypes([{ name: "o'k", type: 'BIGINT' }])).toBe("{'o''k': 'BIGINT'}");
});
