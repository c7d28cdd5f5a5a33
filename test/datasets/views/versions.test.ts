import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withQuery } from '../../../src/datasets/sql.js';
import { commonType } from '../../../src/datasets/views/common-type.js';
import { datasetView } from '../../../src/datasets/views/dataset-view.js';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { storeParser } from '../../../src/pipeline/registry/store-parser.js';
import { temporaryFolder } from '../../cli/store.js';
import { ask, askText } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe('files of one dataset', () => {
  const place = useOutputsPlace('sqlite');
  const notesOf = (sql: string): Promise<readonly string[]> =>
    withQuery({ database: rowsOfTenant(place.engine), folder: place.folder, sql }, ({ notes }) =>
      Promise.resolve(notes),
    );

  test('are matched by the names of their columns, not by their order', async () => {
    await place.write({ parser: 'a', output: 'a', select: "SELECT 1::BIGINT AS id, 'x' AS name" });
    await place.write({ parser: 'a', output: 'a', select: 'SELECT \'y\' AS name, true AS extra, 2::BIGINT AS "ID"' });
    expect(await ask(place, 'select id, name, extra from a order by id')).toEqual([
      { id: 1, name: 'x', extra: null },
      { id: 2, name: 'y', extra: true },
    ]);
    expect(await notesOf('from a')).toEqual([]);
  });

  test('that differ in a type are read as one that holds both, and the reader is told', async () => {
    await place.write({ parser: 'b', output: 'b', select: 'SELECT 9007199254740993::BIGINT AS n, 1::BIGINT AS m' });
    const select = 'SELECT 0.25::DECIMAL(18,2) AS n, 1.5::DOUBLE AS m';
    await place.write({ parser: 'b', output: 'b', select, version: '2.0.0' });
    expect(await ask(place, 'select n::varchar as n, m from b order by _cf_parser')).toEqual([
      { n: '9007199254740993.00', m: '1' },
      { n: '0.25', m: '1.5' },
    ]);
    expect(await notesOf('from b')).toEqual([
      'Column n of b is BIGINT in v1.0.0 and DECIMAL(18,2) in v2.0.0: read as DECIMAL(21,2), so that nothing is lost.',
      'Column m of b is BIGINT in v1.0.0 and DOUBLE in v2.0.0: read as VARCHAR, so that nothing is lost.',
    ]);
  });

  test('may be CSV or JSON lines, whose values are text when no contract says more', async () => {
    const select = "SELECT '007' AS code, '' AS empty, NULL::VARCHAR AS nothing, 12345678901234567 AS n";
    await place.write({ parser: 'c', output: 'c', select, format: 'csv' });
    await place.write({ parser: 'd', output: 'd', select, format: 'jsonl' });
    const row = { code: '007', empty: '', nothing: null, n: '12345678901234567' };
    expect(await ask(place, 'select code, empty, nothing, n from d')).toEqual([row]);
    expect(await ask(place, 'select code, nothing, n from c')).toEqual([{ code: '007', nothing: null, n: row.n }]);
  });

  test('meet in a type that loses nothing', () => {
    expect(commonType(['BIGINT', 'BIGINT'])).toBe('BIGINT');
    expect(commonType(['DECIMAL(10,2)', 'DECIMAL(12,4)'])).toBe('DECIMAL(12,4)');
    expect(commonType(['DECIMAL(38,0)', 'DECIMAL(38,38)'])).toBe('VARCHAR');
    expect(commonType(['BIGINT', 'DOUBLE'])).toBe('VARCHAR');
    expect(commonType(['DATE', 'TIMESTAMP'])).toBe('VARCHAR');
    expect(commonType(['BIGINT', 'DECIMAL(18,2)'])).toBe('DECIMAL(21,2)');
    expect(commonType(['HUGEINT', 'BIGINT'])).toBe('DECIMAL(38,0)');
    expect(commonType(['HUGEINT', 'DECIMAL(2,1)'])).toBe('VARCHAR');
    expect(commonType(['DECIMAL(30,0)', 'DECIMAL(20,8)'])).toBe('DECIMAL(38,8)');
    expect(commonType(['DECIMAL(31,0)', 'DECIMAL(20,8)'])).toBe('VARCHAR');
    expect(commonType([])).toBe('VARCHAR');
  });

  test('without a group of files have no rows, and with one are read as they are', () => {
    expect(datasetView('d', [])).toEqual({ select: 'SELECT NULL WHERE false', columns: [], notes: [] });
    const group = { columns: [{ name: 'a', type: 'BIGINT' }], select: 'SELECT 1 AS a', files: [] };
    expect(datasetView('d', [group])).toEqual({
      select: group.select,
      columns: group.columns,
      notes: [],
    });
  });

  test('have their columns in the order they came, lineage last, and name each version once', () => {
    const group = (version: string, ...columns: [string, string][]) => ({
      columns: columns.map(([name, type]) => ({ name, type })),
      select: 'SELECT 1',
      files: [{ version }, { version }] as never,
    });
    const { columns, notes, select } = datasetView('d', [
      group('1', ['a', 'BIGINT'], ['_cf_row', 'BIGINT']),
      group('2', ['A', 'BIGINT'], ['b', 'DATE'], ['_cf_row', 'BIGINT']),
      group('3', ['a', 'DATE']),
    ]);
    expect(columns).toEqual([
      { name: 'a', type: 'VARCHAR' },
      { name: 'b', type: 'DATE' },
      { name: '_cf_row', type: 'BIGINT' },
    ]);
    expect(notes).toEqual([
      'Column a of d is BIGINT in v1, v2 and DATE in v3: read as VARCHAR, so that nothing is lost.',
    ]);
    expect(select.split('UNION ALL BY NAME')).toHaveLength(3);
    expect(select).toContain('CAST(NULL AS DATE) AS "b"');
    expect(select).toContain('CAST("A" AS VARCHAR) AS "a"');
  });
});

describe.each(['csv', 'jsonl'] as const)('%s under a contract', (format) => {
  const place = useOutputsPlace('sqlite');

  test('has the types that the contract declares', async () => {
    const outputs = {
      ...{ id: 'int!', code: 'string', amount: 'decimal(38,2)', f: 'float', ok: 'bool', day: 'date' },
      ...{ at: 'datetime', tz: 'datetime(tz)', clock: 'time', j: 'json', raw: 'binary' },
    };
    const parser = join(await temporaryFolder(), 'parser.py');
    await writeFile(parser, '');
    const description = {
      name: 'typed',
      version: '1.0.0',
      topics: [],
      outputs,
      imports: [],
      notes: [],
      network: false,
    };
    const stored = await storeParser(rowsOfTenant(place.engine), await packBundle(parser), description);
    // As our own CSV and JSON lines are written.
    const select = `SELECT 9007199254740993 AS id, '007' AS code, '12345678901234567890.10' AS amount, 1.5::DOUBLE AS f,
      true AS ok, '2024-02-29' AS day, '2024-01-02T03:04:05.123456' AS at, '2024-01-02T01:04:05+00:00' AS tz,
      '01:02:03' AS clock, '{"a":[1]}'::JSON AS j, '/w==' AS raw`;
    const { sourceHash } = stored.parser;
    await place.write({ parser: 'typed', output: 'typed', select, format, sourceHash });
    expect((await ask(place, 'describe typed')).slice(0, 11).map((row) => row['column_type'])).toEqual([
      ...['BIGINT', 'VARCHAR', 'DECIMAL(38,2)', 'DOUBLE', 'BOOLEAN', 'DATE'],
      ...['TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'TIME', 'JSON', 'BLOB'],
    ]);
    expect(
      await askText(place, 'select * exclude (_cf_source, _cf_row, _cf_job_id, _cf_parser) from typed', 'ndjson'),
    ).toBe(
      '{"id":9007199254740993,"code":"007","amount":12345678901234567890.10,"f":1.5,"ok":true,"day":"2024-02-29",' +
        '"at":"2024-01-02T03:04:05.123456","tz":"2024-01-02T01:04:05Z","clock":"01:02:03","j":{"a":[1]},"raw":"/w=="}\n',
    );
  });
});
