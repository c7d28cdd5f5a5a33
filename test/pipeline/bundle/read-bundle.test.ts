import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Options, ZipFile } from 'yazl';
import { readBundle } from '../../../src/pipeline/bundle/read-bundle.js';
import { writeArchive } from '../../../src/pipeline/bundle/write-archive.js';

const read = (archive: Buffer) => readBundle(archive, createHash('sha256').update(archive).digest('hex'));
const CANONICAL = { mtime: new Date(1980, 0, 1), mode: 0o100644, compress: false, forceDosTimestamp: true };

/** The library's own types know of no comment. */
type EntryOptions = Partial<Options> & { fileComment?: string };

async function zipOf(files: readonly (readonly [name: string, content: string])[], options: EntryOptions = {}) {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { ...CANONICAL, ...options });
  zip.end();
  return buffer(zip.outputStream);
}

/** An archive with a name that no writer of ZIP would take, put in place of one of the same length. */
async function zipNamed(name: string): Promise<Buffer> {
  const stand = 'x'.repeat(Buffer.byteLength(name, 'latin1'));
  const text = (await writeArchive([{ name: stand, content: Buffer.from('y') }])).toString('latin1');
  return Buffer.from(text.replaceAll(stand, name), 'latin1');
}

/** Where the only entry's record in the central directory begins. */
const central = (archive: Buffer): number => archive.indexOf('PK\x01\x02', 0, 'latin1');

test('what was written is read back', async () => {
  const entries = [
    { name: 'a.py', content: Buffer.from('print()') },
    { name: 'lib/größe.py', content: Buffer.alloc(0) },
  ];
  expect(await read(await writeArchive(entries))).toEqual(entries);
});

test.each([
  ['../evil.py', /invalid relative path|leads out/],
  ['a/../../b.py', /invalid relative path|leads out/],
  ['/etc/evil.py', /absolute/],
  ['C:/evil.py', /absolute/],
  ['a\\evil.py', /invalid characters|backslash/],
  ['a//evil.py', /empty part/],
  ['./evil.py', /empty part/],
  ['evil\0.py', /control character/],
  ['evil\n.py', /control character/],
])('the name %j is refused', async (name, reason) => {
  const refusal = await read(await zipNamed(name)).then(
    () => undefined,
    (error: unknown) => error as { code: string; message: string; why?: string },
  );
  expect(refusal).toMatchObject({ code: 'BUNDLE_INVALID' });
  expect(`${refusal?.message} ${refusal?.why}`).toMatch(reason);
});

test('a decomposed name is refused, and one that is not UTF-8', async () => {
  await expect(read(await zipOf([['é.py'.normalize('NFD'), '']]))).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
  await expect(read(await zipNamed('\xff.py'))).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
});

test.each([
  [
    'the same name twice',
    [
      ['a.py', '1'],
      ['a.py', '2'],
    ],
    /twice/,
  ],
  [
    'a file that is a folder too',
    [
      ['a', '1'],
      ['a/b.py', '2'],
    ],
    /file and a folder/,
  ],
  [
    'names that differ in case only',
    [
      ['A.py', '1'],
      ['a.py', '2'],
    ],
    /upper and lower case/,
  ],
  [
    'folders that differ in case only',
    [
      ['A/x.py', '1'],
      ['a/y.py', '2'],
    ],
    /upper and lower case/,
  ],
  [
    'names out of order',
    [
      ['b.py', '1'],
      ['a.py', '2'],
    ],
    /not written as casparian/,
  ],
] as const)('%s is refused', async (_, files, message) => {
  await expect(read(await zipOf(files))).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

test.each<readonly [string, EntryOptions, RegExp]>([
  ['a symbolic link', { mode: 0o120777 }, /not a regular file \(mode 120777\)/],
  ['a setuid program', { mode: 0o104755 }, /not a regular file/],
  ['an executable', { mode: 0o100755 }, /not a regular file/],
  ['a compressed file', { compress: true }, /compressed/],
  ['another time', { mtime: new Date(2024, 0, 1) }, /not written as casparian/],
  ['a comment', { fileComment: 'hi' }, /not written as casparian/],
  ['an extra field', { forceDosTimestamp: false }, /not written as casparian/],
])('%s is refused', async (_, options, message) => {
  await expect(read(await zipOf([['a.py', 'x']], options))).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

test('an encrypted file is refused', async () => {
  const archive = await zipOf([['a.py', 'x']]);
  archive.writeUInt16LE(archive.readUInt16LE(central(archive) + 8) | 1, central(archive) + 8);
  await expect(read(archive)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
});

test('a zip bomb is refused before a byte of it is unpacked', async () => {
  const archive = await zipOf([['a.py', ' '.repeat(32 * 2 ** 20)]], { compress: true });
  expect(archive.length).toBeLessThan(50_000);
  await expect(read(archive)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
});

test('sizes that claim more than there is are refused', async () => {
  const archive = await zipOf([['a.py', 'x']]);
  for (const at of [20, 24]) archive.writeUInt32LE(2 ** 31, central(archive) + at);
  await expect(read(archive)).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: expect.stringContaining('claims more bytes') as string,
  });
});

test('bytes before, between and after are refused', async () => {
  const archive = await zipOf([['a.py', 'x']]);
  const at = central(archive);
  const hidden = Buffer.from('hidden');
  for (const odd of [
    Buffer.concat([hidden, archive]),
    Buffer.concat([archive, hidden]),
    Buffer.concat([archive.subarray(0, at), hidden, archive.subarray(at)]),
    archive.subarray(0, -1),
    Buffer.alloc(0),
    hidden,
  ]) {
    await expect(read(odd)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
  }
});

test('an archive that is too large is refused before it is looked at', async () => {
  await expect(read(Buffer.alloc(12 * 2 ** 20))).rejects.toMatchObject({ code: 'BUNDLE_TOO_LARGE' });
  const many = Array.from({ length: 1_001 }, (_, index) => [`f${10_000 + index}.py`, ''] as const);
  await expect(read(await zipOf(many))).rejects.toMatchObject({ code: 'BUNDLE_TOO_LARGE' });
});

test('bytes that do not give the hash are refused', async () => {
  const archive = await writeArchive([{ name: 'a.py', content: Buffer.from('x') }]);
  await expect(readBundle(archive, '0'.repeat(64))).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
    message: 'The bundle was changed',
  });
});

test('whichever byte is changed, the archive is refused even under its own new hash', async () => {
  const archive = await writeArchive([
    { name: 'lib/names.json', content: Buffer.from('{"a": 1}') },
    { name: 'parser.py', content: Buffer.from('class Parser: pass\n') },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const changed = Buffer.from(archive);
      changed[at] = (changed[at] ?? 0) ^ flip;
      const refusal = await read(changed).then(
        () => undefined,
        (error: unknown) => (error as { code: string }).code,
      );
      expect(refusal).toMatch(/^BUNDLE_(INVALID|TOO_LARGE)$/);
    }),
    { numRuns: 200 },
  );
});
