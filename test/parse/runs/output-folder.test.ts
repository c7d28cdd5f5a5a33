import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlace, type Place, told } from '../place.js';

let place: Place;
let mounts: string[] = [];
beforeEach(async () => void (place = await createPlace()));
afterEach(async () => {
  for (const path of mounts) execFileSync('umount', [path]);
  mounts = [];
  await place.remove();
});

/** Only root may mount. Elsewhere these tests say that they were left out. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

async function smallDisk(bytes: number): Promise<string> {
  const path = join(place.folder, 'disk');
  await mkdir(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path]);
  mounts.push(path);
  return path;
}

const TWO_MEGABYTES = `import os\n\ndef parse(path):\n    return [{'a': os.urandom(500).hex()} for _ in range(2_000)]\n`;
const ONE_ROW = `def parse(path):\n    return [{'a': 1}]\n`;

describe.skipIf(!mayMount)('a disk (needs root, to mount one)', () => {
  test.each(['parquet', 'csv', 'jsonl'] as const)('that becomes full ends the run: %s', async (format) => {
    const out = await smallDisk(256 * 1024);
    const report = await place.run(TWO_MEGABYTES, { out, format });
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(told(report).text).toContain('full');
    expect(await readdir(out)).toEqual([]);
    await place.expectNothingLeftBut();
  });

  test('that becomes full of quarantine ends the run', async () => {
    const out = await smallDisk(256 * 1024);
    const report = await place.run(
      `class Parser:\n    name = 'p'\n    version = '1'\n    outputs = {'a': 'int'}\n\n    def parse(self, ctx):\n        while True:\n            yield [{'a': 'x' * 500}] * 1_000\n`,
      { out, limits: { share: 1, rows: 1e9 } },
    );
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await readdir(out)).toEqual([]);
    await place.expectNothingLeftBut();
  });

  test('that becomes full keeps the output that was there', async () => {
    const out = await smallDisk(256 * 1024);
    await writeFile(join(out, 'parser.jsonl'), 'of an earlier run');
    const report = await place.run(TWO_MEGABYTES, { out });
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await readdir(out)).toEqual(['parser.jsonl']);
    expect(await readFile(join(out, 'parser.jsonl'), 'utf8')).toBe('of an earlier run');
  });

  test('that is read-only ends the run', async () => {
    const out = await smallDisk(256 * 1024);
    execFileSync('mount', ['-o', 'remount,ro', out]);
    const report = await place.run(ONE_ROW, { out });
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(told(report).text).toContain('read-only');
    await place.expectNothingLeftBut();
  });
});

test.skipIf(process.getuid?.() === 0)('a folder one may not write to (root may) ends the run', async () => {
  await chmod(place.out, 0o555);
  const report = await place.run(ONE_ROW);
  expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  expect(told(report).text).toContain('ermission');
  await place.expectNothingLeftBut();
});

describe('something in the way', () => {
  test('a file where the folder should be', async () => {
    const out = await place.file('taken', 'mine');
    const report = await place.run(ONE_ROW, { out });
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await readFile(out, 'utf8')).toBe('mine');
    await place.expectNothingLeftBut();
  });

  test('a file above the folder', async () => {
    const report = await place.run(ONE_ROW, { out: join(await place.file('taken', 'mine'), 'out') });
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await place.expectNothingLeftBut();
  });

  test('a folder where the output should be', async () => {
    await mkdir(join(place.out, 'parser.jsonl'));
    const report = await place.run(ONE_ROW);
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await place.expectNothingLeftBut('parser.jsonl');
  });

  test('a folder where the second of two outputs should be lets neither appear', async () => {
    await mkdir(join(place.out, 'second.jsonl'));
    const report = await place.run(`def parse(path):\n    yield 'first', [{'a': 1}]\n    yield 'second', [{'a': 1}]\n`);
    expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await place.expectNothingLeftBut('second.jsonl');
  });
});

test('a folder that does not exist is made, and gone again when the run fails', async () => {
  const out = join(place.folder, 'new/and/deep');
  expect((await place.run(`def parse(path):\n    raise ValueError('no')\n`, { out })).status).toBe('failed');
  expect(await readdir(place.folder)).not.toContain('new');
  expect((await place.run(ONE_ROW, { out })).status).toBe('completed');
  expect(await readdir(out)).toEqual(['parser.jsonl']);
});

test('an output that is a link is replaced, and what it points to is left alone', async () => {
  const precious = await place.file('precious.jsonl', 'mine');
  await symlink(precious, join(place.out, 'parser.jsonl'));
  expect((await place.run(ONE_ROW)).status).toBe('completed');
  expect(await readFile(precious, 'utf8')).toBe('mine');
});

test('of two runs at once into one folder each is whole, and the last one stays', async () => {
  const rows = (letter: string) => `def parse(path):\n    return [{'a': '${letter}' * 10}] * 20_000\n`;
  const [first, second] = [await place.file('a/same.py', rows('a')), await place.file('b/same.py', rows('b'))];
  const reports = await Promise.all([place.run(first), place.run(second)]);
  expect(reports.map(({ status }) => status)).toEqual(['completed', 'completed']);
  const lines = (await readFile(join(place.out, 'same.jsonl'), 'utf8')).trimEnd().split('\n');
  const letters = new Set(lines.map((line) => (JSON.parse(line) as { a: string }).a));
  expect(lines).toHaveLength(20_000);
  expect(letters.size).toBe(1);
  await place.expectNothingLeftBut('same.jsonl');
});

test('a temporary folder that is not there is told with what to do about it', async () => {
  await rm(place.temporary, { recursive: true });
  const report = await place.run(ONE_ROW);
  expect(told(report)).toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  expect(told(report).text).toContain('Set TMPDIR');
  expect(await place.outputs()).toEqual([]);
});
