import { describe, expect, test } from 'vitest';
import { datasetNameOf, requireDatasetName } from '../../../src/pipeline/builtin/dataset-name.js';
import { isReadableName } from '../../../src/pipeline/builtin/readable-name.js';

describe('the dataset of a file', () => {
  test.each([
    ['/in/orders.csv', 'orders'],
    ['/in/orders-2024-01.csv', 'orders'],
    ['/in/Orders_2024-02.CSV.gz', 'orders'],
    ['/in/orders 20240131.tsv', 'orders'],
    ['/in/orders20240131.json', 'orders'],
    ['/in/orders2024.xlsx', 'orders'],
    ['/in/orders-jan-2024.csv', 'orders'],
    ['/in/orders_2024Q3.csv', 'orders'],
    ['/in/2024-01-31T12-00-05Z_orders.ndjson', 'orders'],
    ['/in/orders (1).csv', 'orders'],
    ['/in/orders.part-00007.parquet', 'orders_part'],
    ['/in/export-0f8fad5b-d9cb-469f-a165-70867728950e.csv', 'export'],
    ['/in/export-3f2a9c1b.csv', 'export'],
    ['/in/Open Orders (EU).csv', 'open_orders_eu'],
    ['/in/Aufträge-2024.csv', 'aufträge'],
    ['/in/sales/2024-01.csv', 'sales'],
    ['/in/sales/2024/01.csv.zst', 'sales'],
    ['/2024/01.csv', 'data'],
  ])('%s goes to %s', (path, name) => {
    expect(datasetNameOf(path)).toBe(name);
    expect(() => requireDatasetName(name)).not.toThrow();
  });

  test.each([
    ['/in/table1.csv', 'table1'],
    ['/in/covid19.csv', 'covid19'],
    ['/in/may.csv', 'may'],
    ['/in/iso3166_codes.csv', 'iso3166_codes'],
    ['/in/2nd_orders.csv', '_2nd_orders'],
    ['/in/deadbeef.csv', 'deadbeef'],
    ['/in/.csv', 'in'],
  ])('%s keeps what may be part of its name: %s', (path, name) => {
    expect(datasetNameOf(path)).toBe(name);
  });

  test('has a name that SQL and the file system can bear, however long the file is called', () => {
    const name = datasetNameOf(`/in/${'ä'.repeat(200)}.csv`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  });

  test.each(['Orders', '1st', 'a-b', '', 'a b', 'x'.repeat(51), "a'b"])('cannot be called %j', (name) => {
    expect(() => requireDatasetName(name)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });
});

test('files are known by their endings, packed or not', () => {
  const known = ['a.csv', 'a.TSV', 'a.txt.gz', 'a.json.zst', 'a.ndjson', 'a.xlsx', 'a.parquet', 'a.dat'];
  const unknown = ['a', 'a.log', 'a.gz', 'a.png', 'a.csv.bak', 'a.xls', 'csv', 'a.py'];
  expect([...known, ...unknown].filter(isReadableName)).toEqual(known);
});
