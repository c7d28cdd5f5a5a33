import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/index.js';
import { freshStore, STORES } from '../../cli/store.js';
import { freshFolder, recorded, scan, setPlanned } from './folder.js';

/** BLAKE3 of nothing, from its specification. */
const EMPTY_HASH = 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262';

describe.each(STORES)('a scan, on %s', (kind) => {
  let engine: Engine;
  const undo: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    ({ engine } = await freshStore(kind, (step) => undo.push(step)));
  });

  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  test('writes down what is new, changed, gone and back', async () => {
    const folder = await freshFolder();
    await folder.write('a.csv', '');
    const b = await folder.write('deep/er/b.csv', 'one');
    expect(await scan(engine, folder.path)).toEqual({
      discovered: 2,
      unchanged: 0,
      changed: 2,
      missing: 0,
      bytesHashed: 3,
      problems: [],
    });
    expect(await recorded(engine, folder.path)).toMatchObject({
      'a.csv': { hash: EMPTY_HASH, tags: '[]', missing_at: null, planned_revision: 0 },
      'deep/er/b.csv': { missing_at: null },
    });
    expect(await scan(engine, folder.path)).toMatchObject({ discovered: 2, unchanged: 2, changed: 0, missing: 0 });

    await setPlanned(engine);
    await writeFile(b, 'two');
    expect(await scan(engine, folder.path)).toMatchObject({ discovered: 2, unchanged: 1, changed: 1 });
    const { 'a.csv': untouched, 'deep/er/b.csv': changed } = await recorded(engine, folder.path);
    expect([untouched?.planned_revision, changed?.planned_revision]).toEqual([1, 0]);

    await rename(b, join(folder.path, 'elsewhere'));
    expect(await scan(engine, folder.path, { patterns: ['*.csv'] })).toMatchObject({ discovered: 1, missing: 1 });
    expect(await scan(engine, folder.path, { patterns: ['*.csv'] })).toMatchObject({ discovered: 1, missing: 0 });
    await rename(join(folder.path, 'elsewhere'), b);
    expect(await scan(engine, folder.path)).toMatchObject({ discovered: 2, unchanged: 2, changed: 0 });
    const back = (await recorded(engine, folder.path))['deep/er/b.csv'];
    expect(back).toMatchObject({ id: changed?.id, missing_at: null });
  });

  test('keeps tags, and asks for planning when one is added', async () => {
    const folder = await freshFolder();
    await folder.write('a.csv');
    await scan(engine, folder.path, { tags: ['sales', 'invoices', 'sales'] });
    await setPlanned(engine);
    expect(await scan(engine, folder.path)).toMatchObject({ unchanged: 1 });
    expect(await scan(engine, folder.path, { tags: ['sales'] })).toMatchObject({ unchanged: 1 });
    expect((await recorded(engine, folder.path))['a.csv']).toMatchObject({
      tags: '["invoices","sales"]',
      planned_revision: 1,
    });
    expect(await scan(engine, folder.path, { tags: ['audit'] })).toMatchObject({ unchanged: 1, changed: 0 });
    expect((await recorded(engine, folder.path))['a.csv']).toMatchObject({
      tags: '["audit","invoices","sales"]',
      planned_revision: 0,
    });
  });

  test('tells by the content: a touched file is unchanged, a rewritten one of the same size and time is not', async () => {
    const folder = await freshFolder();
    const file = await folder.write('a.csv', 'aaaa');
    const { atime, mtime } = await stat(file);
    await scan(engine, folder.path);
    await writeFile(file, 'bbbb');
    await utimes(file, atime, mtime);
    expect(await scan(engine, folder.path)).toMatchObject({ unchanged: 0, changed: 1 });
    await utimes(file, 1, 1);
    expect(await scan(engine, folder.path)).toMatchObject({ unchanged: 1, changed: 0, bytesHashed: 4 });
    expect(await scan(engine, folder.path, { rehash: true })).toMatchObject({ unchanged: 1, bytesHashed: 4 });
  });

  test('looks at some paths alone when it is told to', async () => {
    const folder = await freshFolder();
    const [a, b] = [await folder.write('a.csv'), await folder.write('sub/b.csv')];
    await folder.write('c.csv');
    await scan(engine, folder.path);
    await writeFile(a, 'changed');
    await rm(join(folder.path, 'sub'), { recursive: true });
    await folder.write('new.csv');
    const only = [a, b, await folder.write('new.tmp')];
    expect(await scan(engine, folder.path, { only })).toMatchObject({ discovered: 1, changed: 1, missing: 1 });
    expect(Object.keys(await recorded(engine, folder.path))).toEqual(['a.csv', 'c.csv', 'sub/b.csv']);
  });

  test('leaves alone what it did not look for', async () => {
    const folder = await freshFolder();
    const [a] = [await folder.write('a.csv'), await folder.write('b.txt'), await folder.write('old/c.csv')];
    await scan(engine, folder.path);
    await rm(a);
    await rm(join(folder.path, 'b.txt'));
    await rm(join(folder.path, 'old'), { recursive: true });
    const report = await scan(engine, folder.path, { patterns: ['*.csv'], ignore: ['old'] });
    expect(report).toMatchObject({ discovered: 0, missing: 1 });
    await expect(scan(engine, join(folder.path, 'old'))).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    expect((await recorded(engine, folder.path))['old/c.csv']).toMatchObject({ missing_at: null });
  });

  test('goes on beside another scan of the same folder', async () => {
    const folder = await freshFolder();
    await mkdir(join(folder.path, 'sub'));
    const names = Array.from({ length: 100 }, (_, index) => `${index % 2 ? 'sub/' : ''}${index}.csv`);
    await Promise.all(names.map((name) => folder.write(name)));
    const reports = await Promise.all([
      scan(engine, folder.path, { tags: ['a'] }),
      scan(engine, folder.path, { tags: ['b'] }),
    ]);
    expect(reports.map(({ discovered, problems }) => [discovered, problems])).toEqual([
      [100, []],
      [100, []],
    ]);
    const rows = Object.values(await recorded(engine, folder.path));
    expect(rows).toHaveLength(100);
    expect(new Set(rows.map(({ tags }) => tags))).toEqual(new Set(['["a","b"]']));
  });
});
