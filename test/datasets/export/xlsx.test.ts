import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';
import { writeXlsx } from '../../../src/datasets/export/xlsx/write-xlsx.js';
import { rowsOf } from '../../../src/datasets/values/rows.js';
import { openWorkbookFile } from '../../../src/tables/excel/workbook-file.js';
import { type SheetRow, withWorkbook } from '../../../src/tables/index.js';
import { temporaryFolder } from '../../cli/store.js';

/** The rows of all sheets, read by our own reader, as text. */
async function rowsIn(path: string): Promise<Record<string, readonly (readonly string[])[]>> {
  const found: Record<string, string[][]> = {};
  const read = withWorkbook({ name: path, path, bytes: undefined }, async function* (workbook) {
    for (const sheet of workbook.sheets) {
      for await (const rows of workbook.rows(sheet)) {
        yield rows.length;
        (found[sheet.name] ??= []).push(
          ...rows.map(({ cells }: SheetRow) => cells.map((cell) => JSON.stringify(cell, exact))),
        );
      }
    }
  });
  for await (const _ of read);
  return found;
}

type Of = (text: string) => object;

function exact(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

describe('a workbook', () => {
  const write = async (
    sql: string,
    { table = 'orders', maxRows }: { table?: string; maxRows?: number } = {},
  ): Promise<{ path: string; rows: number }> => {
    const path = join(await temporaryFolder(), 'rows.xlsx');
    const { connection, close } = await openDuckDb();
    try {
      return { path, rows: await writeXlsx(path, table, rowsOf(await connection.stream(sql)), maxRows) };
    } finally {
      await close();
    }
  };

  test('has exact numbers, dates, times and texts, or their text where Excel would change them', async () => {
    const { path, rows } = await write(
      `SELECT 999999999999999::BIGINT AS i, 9007199254740993::BIGINT AS big, -0.10::DECIMAL(38,2) AS d,
        12345678901234.567::DECIMAL(38,3) AS wide, true AS b, 1.5::DOUBLE AS f, 'nan'::DOUBLE AS nan,
        DATE '2024-02-29' AS day, DATE '1899-01-01' AS old, TIMESTAMP '2024-01-02 12:00:00' AS at,
        TIMESTAMP '2024-01-02 12:00:00.000001' AS fine, TIME '06:00:00' AS t,
        ' <&"' || chr(1) || chr(10) || '_x0041_' AS text, '' AS empty, NULL::INT AS nothing, 'end' AS last`,
    );
    expect(rows).toBe(1);
    const [header = [], values = []] = (await rowsIn(path))['orders'] ?? [];
    const byName = Object.fromEntries(
      header.map((name, index) => [
        (JSON.parse(name) as { text: string }).text,
        JSON.parse(values[index] ?? '') as unknown,
      ]),
    );
    const [text, number, moment] = ['text', 'number', 'moment'].map((kind) => (it: string) => ({ kind, text: it })) as [
      ...[Of, Of, Of],
    ];
    expect(byName).toEqual({
      ...{ i: number('999999999999999'), big: text('9007199254740993'), d: number('-0.10') },
      ...{ wide: text('12345678901234.567'), b: { kind: 'boolean', text: 'true' }, f: number('1.5'), nan: text('NaN') },
      ...{ day: moment('2024-02-29'), old: text('1899-01-01'), at: moment('2024-01-02T12:00:00') },
      ...{ fine: text('2024-01-02T12:00:00.000001'), t: moment('06:00:00'), text: text(' <&"\u0001\n_x0041_') },
      ...{ empty: null, nothing: null, last: text('end') },
    });
  });

  test('continues on further sheets when one is full', async () => {
    const { path, rows } = await write('SELECT unnest(range(5)) AS n', { table: "a/b:c'", maxRows: 3 });
    expect(rows).toBe(5);
    const sheets = await rowsIn(path);
    expect(Object.fromEntries(Object.entries(sheets).map(([name, own]) => [name, own.length]))).toEqual({
      ...{ a_b_c_: 3, 'a_b_c_ 2': 3, 'a_b_c_ 3': 2 },
    });
  });

  test('has a header when there are no rows', async () => {
    expect((await rowsIn((await write('SELECT 1 AS n WHERE false')).path))['orders']).toHaveLength(1);
  });

  test('names its default style, without which other programs warn', async () => {
    const { path } = await write('SELECT 1 AS n');
    const file = await openWorkbookFile({ name: path, path, bytes: undefined });
    const styles = await file.part('xl/styles.xml');
    expect(styles === null ? '' : await textOf(styles)).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
    await file.close();
  });

  test('is refused when a text or the columns do not fit', async () => {
    await expect(write("SELECT 1 AS id, repeat('x', 32768) AS note")).rejects.toMatchObject({
      ...{ code: 'OUTPUT_UNWRITABLE', why: expect.stringContaining("Column 'note' of row 1") as string },
    });
    const columns = Array.from({ length: 16_385 }, (_, index) => `1 AS c${index}`).join(', ');
    await expect(write(`SELECT ${columns}`)).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  });
});
