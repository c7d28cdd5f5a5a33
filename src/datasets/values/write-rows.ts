import type { DuckDBValue } from '@duckdb/node-api';
import { distinctNames, type RowBatch, type RowStream } from './rows.js';
import { type ValueText, valueText } from './value-text.js';

export type TextFormat = 'csv' | 'json' | 'ndjson';

/** Rows as text, batch by batch. */
export function textOfRows(rows: RowStream, format: TextFormat): AsyncGenerator<string> {
  if (format === 'csv') return csvText(rows);
  return format === 'json' ? jsonArray(rows) : jsonLines(rows);
}

/** As in our CSV outputs: null is an empty field and an empty text is `""`, so that they differ. */
async function* csvText({ names, types, batches }: RowStream): AsyncGenerator<string> {
  yield `${names.map(csvField).join(',')}\n`;
  const texts = types.map(valueText);
  const fields = texts.map(
    ({ plain, isNumber }) =>
      (value: DuckDBValue): string =>
        value === null ? '' : isNumber ? plain(value) : csvField(plain(value)),
  );
  for await (const batch of batches) {
    yield batchText(batch, (row) => `${fields.map((field, index) => field(at(batch, index, row))).join(',')}\n`);
  }
}

function csvField(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An array with one row per line. */
async function* jsonArray(rows: RowStream): AsyncGenerator<string> {
  const objectOf = rowObject(rows);
  let written = 0;
  for await (const batch of rows.batches) {
    yield batchText(batch, (row) => `${written++ === 0 ? '[' : ',\n'}${objectOf(batch, row)}`);
  }
  yield written === 0 ? '[]\n' : ']\n';
}

async function* jsonLines(rows: RowStream): AsyncGenerator<string> {
  const objectOf = rowObject(rows);
  for await (const batch of rows.batches) yield batchText(batch, (row) => `${objectOf(batch, row)}\n`);
}

function rowObject({ names, types }: RowStream): (batch: RowBatch, row: number) => string {
  const heads = distinctNames(names).map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
  const texts: readonly ValueText[] = types.map(valueText);
  return (batch, row) => {
    let line = '{';
    for (let index = 0; index < texts.length; index++) {
      const value = at(batch, index, row);
      line += (heads[index] ?? '') + (value === null ? 'null' : (texts[index]?.json(value) ?? ''));
    }
    return `${line}}`;
  };
}

function batchText({ rowCount }: RowBatch, lineOf: (row: number) => string): string {
  let text = '';
  for (let row = 0; row < rowCount; row++) text += lineOf(row);
  return text;
}

function at({ columns }: RowBatch, column: number, row: number): DuckDBValue {
  return columns[column]?.[row] ?? null;
}
