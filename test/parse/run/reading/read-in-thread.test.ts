import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Data, Utf8 } from 'apache-arrow';
import { expect, onTestFinished, test } from 'vitest';
import { detectFormat } from '../../../../src/parse/formats/detect-format.js';
import { openReader } from '../../../../src/parse/readers/open-reader.js';
import type { TableReader } from '../../../../src/parse/readers/table-reader.js';
import { readInThread } from '../../../../src/parse/run/reading/thread/read-in-thread.js';

async function fileOf(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'data.csv');
  await writeFile(path, content);
  return { name: 'data.csv', path, bytes: undefined };
}

async function everything(reader: TableReader) {
  const batches: unknown[] = [];
  for await (const { batch, lines, faults } of reader.batches(new AbortController().signal)) {
    const texts = batch.columns.map((column) => {
      if (column.form !== 'arrow') throw new Error('text comes as Arrow');
      const { values, valueOffsets, nullBitmap, nullCount } = column.data as Data<Utf8>;
      return [column.name, nullCount, ...[values, valueOffsets, nullBitmap].map((one) => Buffer.from(one).toString())];
    });
    batches.push([batch.rowCount, texts, Buffer.from(lines.buffer).toString('base64'), faults]);
  }
  return { batches, accounting: reader.accounting };
}

test('a thread reads what the reader itself would read', async () => {
  const lines = Array.from({ length: 70_000 }, (_, row) => `${row},"x",\n`);
  const file = await fileOf(`id,name,empty\n${lines.join('')}odd\n\n1,ö,x\n`);
  const format = await detectFormat(file);
  const expected = await everything(await openReader(file, format));
  expect(await everything(readInThread(file, format, await openReader(file, format)))).toEqual(expected);
  expect(expected.batches.length).toBeGreaterThan(1);
});

test('what goes wrong in the thread is told as it is', async () => {
  const file = await fileOf('a,b\n1,2\n');
  const format = await detectFormat(file);
  const reader = readInThread(file, format, await openReader(file, format));
  await rm(file.path);
  await expect(everything(reader)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});
