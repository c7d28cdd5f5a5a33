import { expect, test } from 'vitest';
import { cellAt } from '../../../../src/contract/index.js';
import { createHolder, heldReader } from '../../../../src/parse/reader-run/thread/held-rows.js';
import {
  detectFormat,
  type InputFile,
  openReader,
  type SkippedLine,
  type TableReader,
} from '../../../../src/tables/index.js';

function fileOf(text: string): InputFile {
  return { name: 'orders.csv', path: 'orders.csv', bytes: undefined, content: new Uint8Array(Buffer.from(text)) };
}

async function read(reader: TableReader) {
  const skipped: SkippedLine[] = [];
  const rows: unknown[][] = [];
  for await (const { batch, lines, faults } of reader.batches(
    new AbortController().signal,
    (line) => void skipped.push(line),
  )) {
    for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map((column) => cellAt(column, row)));
    rows.push([...lines], [...faults]);
  }
  const { columns, accounting, notes, warnings } = reader;
  return { columns, accounting, notes, warnings, rows, skipped };
}

const TEXT = '# orders\nid,name\n1,blue\n2,\n3\n\n4,"gr""een"\n';

test('held rows are the rows of the file, as often as they are read', async () => {
  const file = fileOf(TEXT);
  const format = await detectFormat(file);
  const held = await createHolder(Infinity)(file, format, await openReader(file, format));
  const expected = await read(await openReader(file, format));
  expect(await read(held!.reader)).toEqual(expected);
  expect(await read(heldReader(held!.rows))).toEqual(expected);
});

test('rows are held up to a number of bytes, of small files only', async () => {
  const [file, large] = [fileOf(TEXT), fileOf(`id,name\n${'1,blue\n'.repeat(10_000)}`)];
  const hold = createHolder(2 * Buffer.byteLength(TEXT));
  const isHeld = async (one: InputFile): Promise<boolean> => {
    const format = await detectFormat(one);
    return (await hold(one, format, await openReader(one, format))) !== null;
  };
  expect(await isHeld(large)).toBe(false);
  expect(await isHeld(file)).toBe(true);
  expect(await isHeld(file)).toBe(true);
  expect(await isHeld(file)).toBe(false);
});

test('an interruption ends the reading of held rows', async () => {
  const file = fileOf(TEXT);
  const format = await detectFormat(file);
  const held = await createHolder(Infinity)(file, format, await openReader(file, format));
  const batches = held!.reader.batches(AbortSignal.abort())[Symbol.asyncIterator]();
  await expect(batches.next()).rejects.toThrow('aborted');
});
