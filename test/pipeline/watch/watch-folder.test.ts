import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { watchFolder, type WatchOptions } from '../../../src/pipeline/watch/watch-folder.js';
import { waitUntil } from '../../services/wait-until.js';

/** A folder that is watched until the test ends, and what was heard of it. */
async function watched(options: Partial<WatchOptions> = {}) {
  const root = options.root ?? (await folder());
  const heard: string[] = [];
  const stop = new AbortController();
  const end = watchFolder({
    ...{ root, patterns: [], ignore: [], home: undefined, settleMs: 100, pollEveryMs: 60_000 },
    take: (paths) => {
      heard.push(paths === undefined ? 'all' : paths.map((path) => basename(path)).join(' '));
      return Promise.resolve();
    },
    on: {
      trouble: (message) => heard.push(`trouble: ${message}`),
      recovered: () => heard.push('recovered'),
      fallback: (reason) => heard.push(`fallback: ${reason}`),
    },
    signal: stop.signal,
    ...options,
  });
  onTestFinished(async () => {
    stop.abort();
    await end;
  });
  const hears = (wanted: string | RegExp): Promise<unknown> =>
    waitUntil(() => heard.find((word) => (typeof wanted === 'string' ? word === wanted : wanted.test(word))), {
      for: String(wanted),
      intervalMs: 5,
      evidence: () => JSON.stringify(heard),
    });
  await hears('all');
  return { root, heard, hears };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'casparian-watch-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a new file is taken once it has settled, however it comes', async () => {
  const { root, heard, hears } = await watched();
  await writeFile(join(root, 'written.csv'), 'a\n');
  await hears('written.csv');
  await writeFile(join(root, 'moved.csv.tmp'), 'a\n');
  await rename(join(root, 'moved.csv.tmp'), join(root, 'moved.csv'));
  await hears('moved.csv');
  await mkdir(join(root, 'deep/er'), { recursive: true });
  await writeFile(join(root, 'deep/er/below.csv'), 'a\n');
  await hears('below.csv');
  await writeFile(join(root, 'deep/er/later.csv'), 'a\n');
  await hears('later.csv');
  await rm(join(root, 'moved.csv'));
  await waitUntil(() => heard.filter((word) => word === 'moved.csv').length === 2, { for: 'the deletion' });
  expect(heard.join(' ')).not.toContain('tmp');
});

test('a file that grows is not taken before it stops', async () => {
  const settleMs = 2_000;
  const { root, heard, hears } = await watched({ settleMs });
  const begun = performance.now();
  for (let line = 0; line < 8; line++) {
    await appendFile(join(root, 'grows.csv'), 'a\n');
    await new Promise((resolve) => setTimeout(resolve, 45));
    expect(heard).toEqual(['all']);
  }
  await hears('grows.csv');
  expect(performance.now() - begun).toBeGreaterThan(settleMs + 300);
});

test('what the system does not tell is found by walking, and looked at again before it is taken', async () => {
  const root = await folder();
  const { heard, hears } = await watched({ root, pollEveryMs: 50, settleMs: 0 });
  await writeFile(join(root, 'polled.csv'), 'a\n');
  await hears('polled.csv');
  expect(heard).toEqual(['all', 'polled.csv']);
});

test('only files that match are taken, and not those that are ignored', async () => {
  const { root, heard, hears } = await watched({ patterns: ['*.csv'], ignore: ['draft*'], settleMs: 0 });
  for (const name of ['draft.csv', 'notes.txt', '.hidden.csv']) await writeFile(join(root, name), 'a');
  await writeFile(join(root, 'wanted.csv'), 'a');
  await hears('wanted.csv');
  expect(heard).toEqual(['all', 'wanted.csv']);
});

test('a folder that goes away is said once, and taken up again when it is back', async () => {
  const parent = await folder();
  const root = join(parent, 'in');
  await mkdir(root);
  const { heard, hears } = await watched({ root, pollEveryMs: 30, settleMs: 0 });
  await rename(root, join(parent, 'away'));
  await hears(/^trouble: .*ENOENT/);
  await mkdir(root);
  await hears('recovered');
  await writeFile(join(root, 'again.csv'), 'a');
  await hears('again.csv');
  expect(heard.filter((word) => word.startsWith('trouble'))).toHaveLength(1);
});

test('what could not be taken is offered again', async () => {
  let failures = 2;
  const taken: (readonly string[] | undefined)[] = [];
  const root = await folder();
  const heard: string[] = [];
  const stop = new AbortController();
  const end = watchFolder({
    ...{ root, patterns: [], ignore: [], home: undefined, settleMs: 10, pollEveryMs: 30, signal: stop.signal },
    take: (paths) => {
      if (paths?.length && failures-- > 0) return Promise.reject(new Error('the database is away'));
      taken.push(paths?.map((path) => basename(path)));
      return Promise.resolve();
    },
    on: { trouble: (message) => heard.push(message), recovered: () => heard.push('back'), fallback: () => undefined },
  });
  await waitUntil(() => taken.length > 0, { for: 'the first look' });
  await writeFile(join(root, 'a.csv'), 'a');
  await waitUntil(() => heard.includes('back'), { for: 'the recovery' });
  expect(taken).toContainEqual(['a.csv']);
  expect(heard).toEqual(['the database is away', 'back']);
  stop.abort();
  await end;
});
