import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ProfiledTable, profileTable } from '../../../../src/parse/reader-run/inspect-table.js';
import { type KnownFormat, knownFormat, stateOf } from '../../../../src/parse/reader-run/known-format.js';
import { type LookAhead, startLookAhead } from '../../../../src/parse/reader-run/thread/look-ahead.js';
import { startEarly } from '../../../../src/parse/reader-run/thread/start-thread.js';
import { threadForMany } from '../../../../src/parse/reader-run/thread/thread-for.js';
import { detectFormat } from '../../../../src/tables/detect-format.js';
import type { InputFile } from '../../../../src/tables/index.js';

/** The last two are not tables. */
const CONTENTS = ['id,day\n1,2024-01-31\n2,2024-02-01\n', 'id;amount\n1;2,5\n2;3,5\n', 'one word\n', ''];
/** More than are read before the thread runs. */
const FILES = 20_000;
const ENOUGH = 40;
const hasOneCore = availableParallelism() < 2;

async function inputs(): Promise<InputFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'looks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = CONTENTS.map((_, index) => join(folder, `part-${index}.csv`));
  for (const [index, path] of paths.entries()) await writeFile(path, CONTENTS[index] ?? '');
  return Array.from({ length: FILES }, (_, index) => {
    const path = paths[index % paths.length] ?? '';
    return { name: path, path, bytes: undefined };
  });
}

/** Compares the first looks with what the main thread finds. */
async function compare<Found extends KnownFormat | ProfiledTable>(
  looks: LookAhead<Found>,
  files: readonly InputFile[],
  find: (file: InputFile) => Promise<Found | null>,
): Promise<void> {
  let found = 0;
  try {
    for (let index = 0; index < files.length && found < ENOUGH; index += 1) {
      const expected = await find(files[index] as InputFile).catch(() => null);
      const look = looks.take(index);
      if (look === null) continue;
      expect(look.found).toEqual(expected);
      found += 1;
    }
  } finally {
    await looks.close();
  }
  expect(found).toBe(ENOUGH);
}

test.skipIf(hasOneCore)('a thread finds the formats that the main thread would find', async () => {
  const files = await inputs();
  await compare(startLookAhead(startEarly(), files, { kind: 'rows', format: {} })!, files, async (file) =>
    knownFormat(stateOf(file.path), await detectFormat(file)),
  );
});

test.skipIf(hasOneCore)('a thread profiles files as the main thread would', async () => {
  const files = await inputs();
  const options = { format: {}, types: new Map<string, never>() };
  await compare(startLookAhead(startEarly(), files, { kind: 'profile', ...options })!, files, (file) =>
    profileTable(file, { ...options, signal: new AbortController().signal }, detectFormat),
  );
});

test('a few files have no thread', async () => {
  const files = (await inputs()).slice(0, 199);
  const thread = await threadForMany(files);
  expect(thread).toBeNull();
  expect(startLookAhead(thread, files, { kind: 'rows', format: {} })).toBeNull();
});
