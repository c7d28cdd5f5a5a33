import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { previewFile } from '../../src/tables/preview-file.js';
import { fileWith } from './preview-files.js';

const show = (name: string, content: string | Uint8Array, rows = 10) => previewFile(fileWith(name, content), { rows });

test.runIf(process.platform === 'linux')(
  'pipes and devices are refused, instead of waiting for their end',
  async () => {
    const pipe = fileWith('beside.csv', 'a\n1\n').replace('beside', 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) {
      await expect(previewFile(path, { rows: 10 })).rejects.toMatchObject({
        ...{ code: 'INPUT_UNREADABLE', message: `'${path}' is a pipe or a device` },
      });
    }
  },
);

describe('what a preview says about a file', () => {
  test('a CSV file is shown with its names, its rows and its delimiter', async () => {
    expect(await show('a.csv', 'id,name\n1,"Meier, Anna"\n2,"says ""hi"""\n')).toMatchObject({
      bytes: 40,
      format: 'csv',
      compression: null,
      encoding: 'utf-8',
      encodingConfidence: 'certain',
      delimiter: ',',
      header: true,
      columns: [{ name: 'id' }, { name: 'name' }],
      rows: [
        ['1', 'Meier, Anna'],
        ['2', 'says "hi"'],
      ],
      truncated: false,
      rowCount: 2,
      notes: [],
    });
  });

  test('no more rows are shown than asked for', async () => {
    const preview = await show('a.csv', 'a,b\n1,2\n3,4\n5,6\n', 2);
    expect(preview).toMatchObject({ truncated: true, rowCount: null, rows: [['1', '2'], ['3', '4']] }); // oxfmt-ignore
  });

  test('exactly as many rows as there are is not a cut', async () => {
    expect(await show('a.csv', 'a,b\n1,2\n3,4', 2)).toMatchObject({ truncated: false, rowCount: 2 });
  });

  test('an empty file is empty, whatever it is called', async () => {
    expect(await show('a.csv', '')).toMatchObject({ format: 'empty', encoding: null, columns: [], rows: [], bytes: 0 });
    expect(await show('a.json', '')).toMatchObject({ format: 'empty' });
  });

  test('a huge file is read only at its beginning', async () => {
    const path = fileWith('huge.csv', 'a,b\n1,2\n');
    const file = openSync(path, 'r+');
    writeSync(file, '\n3,4\n', 8 * 1_024 ** 4);
    closeSync(file);
    // The hole between the two is zeros, so the head is no text; only that it answers at once counts here.
    expect(await previewFile(path, { rows: 1 })).toMatchObject({ bytes: 8 * 1_024 ** 4 + 5, truncated: true });
  });

  test('a long file without a line break is one line, and cut', async () => {
    const preview = await show('long.txt', 'x'.repeat(3_000_000));
    expect(preview).toMatchObject({ format: 'text', truncated: true, encodingConfidence: 'likely' });
    expect(String(preview.rows[0]?.[0]).length).toBe(1_024 * 1_024);
  });

  test('the record that the head ends in is left out', async () => {
    const record = `${'x'.repeat(300_000)},y\n`;
    const preview = await show('long.csv', `a,b\n${record.repeat(6)}`);
    expect(preview.rows.map((row) => row[1])).toEqual(['y', 'y', 'y']);
    expect(preview.truncated).toBe(true);
  });

  test('bytes that are no text are dumped', async () => {
    const preview = await show('x.bin', Buffer.from(Array.from({ length: 100 }, (_, byte) => byte)));
    expect(preview).toMatchObject({ format: 'binary', encoding: null, truncated: true });
    expect(preview.rows).toHaveLength(4);
    expect(preview.rows[3]).toEqual(['0030', '30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f', '0123456789:;<=>?']);
  });
});

describe('gzip', () => {
  test('shows what is inside', async () => {
    const preview = await show('a.csv.gz', gzipSync('a;b\n1;2\n'));
    expect(preview).toMatchObject({ compression: 'gzip', format: 'csv', delimiter: ';', rows: [['1', '2']] });
    expect(preview.truncated).toBe(false);
  });

  test('does not unpack more than a head, however much is inside', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, 'a,b\n'));
    expect(await show('bomb.csv.gz', bomb)).toMatchObject({ compression: 'gzip', format: 'csv', truncated: true });
  });

  test('shows what is left of a damaged file, and says that it is damaged', async () => {
    const rows = Array.from({ length: 2_000 }, (_, row) => `${row},${(row * 7_919) % 10_007}\n`).join('');
    const packed = gzipSync(`a,b\n${rows}`);
    const preview = await show('cut.csv.gz', packed.subarray(0, packed.length / 2), 1);
    expect(preview).toMatchObject({ rows: [['0', '0']], truncated: true });
    expect(preview.notes).toEqual([expect.stringContaining('damaged')]);
  });

  test('shows the head of a file whose packed form is larger than a head', async () => {
    const noise = Array.from({ length: 400_000 }, (_, row) => `${row},${Math.sin(row)}\n`).join('');
    const packed = gzipSync(`a,b\n${noise}`);
    expect(packed.length).toBeGreaterThan(1_024 * 1_024);
    expect(await show('big.csv.gz', packed)).toMatchObject({ format: 'csv', truncated: true, notes: [] });
  });
});

/** A zip begins with the header of its first part, at the end of which is its name. */
const zipStart = (name: string): Buffer => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${name}`);

test.each([
  ['book.xlsx', zipStart('xl/workbook.xml'), 'excel'],
  ['a.zip', Buffer.concat([zipStart('a.txt'), Buffer.from('xl/')]), 'zip'],
  ['a.ods', zipStart('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'opendocument'],
  ['a.csv.lz4', Buffer.from('04224d18', 'hex'), 'lz4'],
  ['a.pdf', Buffer.from('%PDF-1.7\n'), 'pdf'],
  ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'excel_97'],
])('%s is recognised by its first bytes, and the preview says how to go on', async (name, bytes, format) => {
  const preview = await show(name, bytes);
  expect(preview).toMatchObject({ format, rows: [] });
  expect(preview.notes).toHaveLength(1);
});

test('a text that begins with the letters of a signature is text', async () => {
  expect(await show('a.txt', 'PAR1 is a word\n')).toMatchObject({ format: 'text' });
});

test.skipIf(process.platform !== 'linux')('a file whose name is not UTF-8 is found by its bytes', async () => {
  const pathBytes = Buffer.concat([Buffer.from(`${dirname(fileWith('a', ''))}/`), Buffer.from([0xe9, 0x2e])]);
  writeFileSync(pathBytes, 'a,b,c\n1,2,3\n');
  expect(await previewFile('\ufffd.', { rows: 1, pathBytes })).toMatchObject({
    path: '\ufffd.',
    rows: [['1', '2', '3']],
  });
});

describe('files that cannot be read', () => {
  test('a file that is not there is not found', async () => {
    const path = `${dirname(fileWith('a', ''))}/missing.csv`;
    await expect(previewFile(path, { rows: 1 })).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
  });

  test('a folder is no file', async () => {
    const folder = dirname(fileWith('a', ''));
    await expect(previewFile(folder, { rows: 1 })).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      message: expect.stringContaining('is a folder') as string,
    });
  });

  test.skipIf(process.getuid?.() === 0)('a file without permission is unreadable', async () => {
    const path = fileWith('secret.csv', 'a,b\n');
    chmodSync(path, 0);
    await expect(previewFile(path, { rows: 1 })).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  });
});
