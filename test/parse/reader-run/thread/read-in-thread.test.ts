import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Data, Utf8 } from 'apache-arrow';
import { expect, onTestFinished, test } from 'vitest';
import { createChecker } from '../../../../src/contract/check/checker.js';
import type { OutputContract } from '../../../../src/contract/columns/contract.js';
import { detectFormat, openReader } from '../../../../src/tables/detect-format.js';
import type { TableReader } from '../../../../src/tables/table/table-reader.js';
import { readInThread } from '../../../../src/parse/reader-run/thread/read-in-thread.js';
import { startEarly } from '../../../../src/parse/reader-run/thread/start-thread.js';
import { contractOf, rawJson, validNumbers, validRows } from '../../../contract/batches.js';

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

/** All that becomes of the rows; the valid ones as a hash, since they are many. */
async function checkedBy(contract: OutputContract, reader: TableReader) {
  const checker = createChecker(contract);
  const valid = createHash('sha256');
  const quarantined: unknown[] = [];
  let scannedColumns = 0;
  for await (const { batch, faults } of reader.batches(new AbortController().signal)) {
    const checked = checker.check({ ...batch, faults });
    valid.update([...validNumbers(checked), ...validRows(checked)].join('\n'));
    quarantined.push(...Array.from(checked.quarantined, (row) => [row.rowNumber, row.errors, rawJson(row)]));
    scannedColumns = batch.columns.filter((column) => 'scanned' in column && column.scanned !== undefined).length;
  }
  return { valid: valid.digest('hex'), quarantined, scannedColumns };
}

test('a thread reads what the reader itself would read', async () => {
  const lines = Array.from({ length: 70_000 }, (_, row) => `${row},"x",\n`);
  const file = await fileOf(`id,name,empty\n${lines.join('')}odd\n\n1,ö,x\n`);
  const format = await detectFormat(file);
  const expected = await everything(await openReader(file, format));
  expect(await everything(readInThread(file, format, await openReader(file, format)))).toEqual(expected);
  expect(expected.batches.length).toBeGreaterThan(1);
});

test('signals and timers have their turn between batches, also if the next ones wait', async () => {
  const lines = Array.from({ length: 300_000 }, (_, row) => `${row},some text\n`);
  const file = await fileOf(`id,name\n${lines.join('')}`);
  const format = await detectFormat(file);
  const reader = readInThread(file, format, await openReader(file, format));
  let [batches, turns] = [0, 0];
  for await (const { batch } of reader.batches(new AbortController().signal)) {
    expect(batch.rowCount).toBeGreaterThan(0);
    expect(turns).toBe(batches);
    batches += 1;
    setImmediate(() => (turns += 1));
    // Long enough for the thread to read ahead.
    for (const begun = performance.now(); performance.now() - begun < 20;);
  }
  expect(batches).toBeGreaterThan(3);
});

test('what a thread has scanned is checked as if it had not', async () => {
  const day = (row: number) => `${String((row % 28) + 1).padStart(2, '0')}.02.2024`;
  const number = (row: number) => (row % 97 === 0 ? 'NA' : `${row % 9}.${String(row % 1000).padStart(3, '0')},5`);
  const rows = Array.from({ length: 3_000 }, (_, row) => {
    if (row % 50 === 7) return `x${row};30.02.2024;1,2,3;maybe;9007199254740993\n`;
    const share = row % 50 === 0 ? '' : row / 8;
    return `${' '.repeat(row % 3)}${row};${day(row)};${number(row)};${row % 2 === 0 ? 'NEIN' : 'ja'};${share}\n`;
  });
  const file = await fileOf(`id;day;amount;open;share\n${rows.join('')}short\n`);
  const contract = contractOf({
    id: 'int!',
    day: { type: 'date', format: '%d.%m.%Y' },
    amount: { type: 'decimal(8,2)', decimal: ',', thousands: '.', nulls: ['NA'] },
    open: { type: 'bool', format: 'ja/nein' },
    share: { type: 'float', max: 370 },
  });
  const format = await detectFormat(file);
  const opened = await openReader(file, format);
  const expected = await checkedBy(contract, opened);
  const { scannedColumns, ...found } = await checkedBy(contract, readInThread(file, format, opened, contract.columns));
  expect({ ...found, scannedColumns: 0 }).toEqual(expected);
  expect(scannedColumns).toBe(5);
  expect(found.quarantined.length).toBeGreaterThan(40);
});

test('what goes wrong in the thread is told as it is', async () => {
  const file = await fileOf('a,b\n1,2\n');
  const format = await detectFormat(file);
  const reader = readInThread(file, format, await openReader(file, format));
  await rm(file.path);
  await expect(everything(reader)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});

test('a thread that was started early is used once', async () => {
  const file = await fileOf('a,b\n1,2\n');
  const format = await detectFormat(file);
  const expected = await everything(await openReader(file, format));
  const early = startEarly();
  const opened = await openReader(file, format);
  expect(await everything(readInThread(file, format, opened, [], { early }))).toEqual(expected);
  expect(early.take()).toBeNull();
  expect(await everything(readInThread(file, format, opened, [], { early }))).toEqual(expected);
});

test('a thread that was started early and is not needed ends', async () => {
  const early = startEarly();
  await early.close();
  expect(early.take()).toBeNull();
});
