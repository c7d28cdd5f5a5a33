import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { previewFile } from '../../../src/tables/preview-file.js';
import { fileWith } from '../preview-files.js';
import { readTable } from '../read-table.js';

/** A frame of blocks that are not compressed, what a test can write without a compressor. */
function frameOf(text: string, blockBytes = 100_000): Buffer {
  const content = Buffer.from(text, 'utf8');
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at === 0 || at < content.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes);
    const isLast = at + blockBytes >= content.length;
    const header = (block.length << 3) | (isLast ? 1 : 0);
    parts.push(Buffer.from([header & 0xff, (header >> 8) & 0xff, header >> 16]), block);
  }
  return Buffer.concat(parts);
}

const TABLE = `id,name,amount\n${Array.from({ length: 300 }, (_, id) => `${id},name ${id % 7},${id * 3}.50\n`).join('')}`;

test('what zstd itself writes is unpacked', async () => {
  // `zstd -19` of a header and three times the numbers from 0 to 39 with their squares modulo 13.
  const packed = Buffer.from(
    'KLUv/QRofQMA0kwZDsCnA/5/3USEbJlwPc4edKlxUgOPWlnU6lArBzXiVSPeWjlrNdXKpQOTjo+OFh0PHRh05erqduXsiFNHvHDlhKsHVxYcOHAccHRxvByYXJm4uqycjPgYcbHysBqsXAN3nKNpZxMBAE3JpmqkAOCiMg==',
    'base64',
  );
  const { rows } = await readTable(packed, 'table.csv.zst');
  expect(rows).toEqual(Array.from({ length: 120 }, (_, at) => [String(at % 40), String((at % 40) ** 2 % 13)]));
});

test('any text is unpacked on the way', async () => {
  const { format, rows } = await readTable(frameOf(TABLE), 'table.csv.zst');
  expect(format).toMatchObject({ kind: 'delimited', compression: 'zstd' });
  expect(rows[299]).toEqual(['299', 'name 5', '897.50']);
  const json = await readTable(frameOf('{"a":1}\n{"a":2}\n'), 'table.ndjson.zst');
  expect(json).toMatchObject({ format: { kind: 'ndjson', compression: 'zstd' }, rows: [['1'], ['2']] });
});

test('frames one behind the other are one file, and those that hold nothing are passed over', async () => {
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
  const frames = Buffer.concat([frameOf('a,b\n1,2\n'), skippable, frameOf('3,4\n')]);
  expect((await readTable(frames, 'table.csv.zst')).rows).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

test('a file may begin with a frame that holds nothing, as those of pzstd do', async () => {
  const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  const { rows } = await readTable(Buffer.concat([skippable, frameOf('a,b\n1,2\n')]), 'table.csv.zst');
  expect(rows).toEqual([['1', '2']]);
});

describe('checksums', () => {
  // `zstd --check` of a header and two rows.
  const packed = Buffer.from('28b52ffd240c610000612c620a312c320a332c340ae1b3cb2e', 'hex');
  const withByte = (at: number, byte: number) => Buffer.concat([packed.subarray(0, at), Buffer.of(byte), packed.subarray(at + 1)]); // oxfmt-ignore

  test('that fit are of every frame its own', async () => {
    const { rows } = await readTable(Buffer.concat([packed, frameOf('5,6\n'), packed]), 'table.csv.zst');
    expect(rows.map(([first]) => first)).toEqual(['1', '3', '5', '1', '3']);
  });

  test.each([
    ['a digit was changed', withByte(13, 0x37)],
    ['the checksum was', withByte(packed.length - 1, 0)],
  ])('that do not fit are an error: %s', async (_, damaged) => {
    await expect(readTable(damaged, 'table.csv.zst')).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      why: expect.stringContaining('its checksum does not match') as string,
    });
  });
});

test.each([
  ['a frame that needs a dictionary', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 0, 0]), 'a dictionary'],
  ['something else behind the frames', Buffer.from('garbage'), 'a frame does not begin'],
])('%s is an error', async (_, behind, why) => {
  await expect(readTable(Buffer.concat([frameOf('a,b\n1,2\n'), behind]), 'table.csv.zst')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    why: expect.stringContaining(why) as string,
  });
});

test('blocks of a large file arrive one after the other', async () => {
  const text = `id,text\n${Array.from({ length: 60_000 }, (_, id) => `${id},${'x'.repeat(50)}\n`).join('')}`;
  const { rows } = await readTable(frameOf(text), 'large.csv.zst');
  expect(rows.length).toBe(60_000);
  expect(rows[59_999]?.[0]).toBe('59999');
});

test('a file of which nothing can be unpacked is not an empty one', async () => {
  await expect(readTable(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), 'table.csv.zst')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    why: expect.stringContaining('zstd data is damaged') as string,
  });
});

describe('a file that was cut off', () => {
  const unpacked = `a,b\n${'1,2\n'.repeat(100_000)}`;

  test.each([
    ['zstd', frameOf(unpacked).subarray(0, 250_000)],
    [
      'gzip',
      gzipSync(`a,b\n${Array.from({ length: 50_000 }, (_, id) => `${id},${Math.sin(id)}\n`).join('')}`).subarray(
        0,
        300_000,
      ),
    ],
  ])('inside of %s is an error that says how far it got', async (compression, packed) => {
    await expect(readTable(packed, `table.csv.${compression}`)).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      why: expect.stringMatching(
        new RegExp(`^Its ${compression} data is damaged or cut off.*after [1-9]\\d* bytes`),
      ) as string,
    });
  });

  test('at any place inside of zstd is an error', async () => {
    const whole = frameOf('a,b\n1,2\n', 4);
    for (let length = 5; length < whole.length; length += 1) {
      await expect(readTable(whole.subarray(0, length), 'table.csv.zst', { format: 'delimited' })).rejects.toThrow();
    }
  });
});

test('a preview looks into it', async () => {
  const preview = await previewFile(fileWith('table.csv.zst', frameOf(TABLE)), { rows: 1 });
  expect(preview).toMatchObject({ format: 'csv', compression: 'zstd', rows: [['0', 'name 0', '0.50']], notes: [] });
});
