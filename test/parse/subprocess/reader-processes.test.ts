import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReaderProcesses, type ReaderProcesses, stagedFileNames } from '../../../src/parse/index.js';

const UNLIMITED = { timeoutMs: undefined, cpuSeconds: undefined, memoryLimitBytes: undefined };

let folder: string;
let readers: ReaderProcesses;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apart-'));
  readers = createReaderProcesses({ env: { PATH: process.env['PATH'] ?? '' } });
  // Unpacked, a gigabyte: reading it takes much longer than the tests wait.
  const rows = gzipSync('1,2\n'.repeat(500_000));
  await writeFile(join(folder, 'bomb.csv.gz'), Buffer.concat(Array.from({ length: 500 }, () => rows)));
});
afterAll(async () => {
  await readers.close();
  await rm(folder, { recursive: true });
});

async function read(
  name: string,
  how: { limits?: object; signal?: AbortSignal; content?: string; half?: string } = {},
) {
  const { limits = {}, signal = new AbortController().signal, content, half } = how;
  const path = join(folder, name);
  if (content !== undefined) await writeFile(path, content);
  const staging = await mkdtemp(join(folder, 'staging-'));
  if (half !== undefined) await writeFile(join(staging, 'rows.jsonl'), half);
  const places = Object.fromEntries(stagedFileNames('rows', 'jsonl').map((file) => [file, join(staging, file)]));
  const words: string[] = [];
  const reading = { path, dataset: 'rows', contract: null, jobId: 'job', format: 'jsonl' as const, places };
  const asked = { limits: { ...UNLIMITED, ...limits }, signal, onReading: () => void words.push('reading') };
  const run = readers.read({ ...reading, limits: { share: 0.5, rows: 100 } }, asked);
  return { run, words, staged: () => readdir(staging) };
}

test('a file is read by another process, whose answer is what a reader here would give', async () => {
  const { run, words, staged } = await read('grün.csv', { content: 'id,day\n1,2024-01-31\n2,2024-02-01\n3,é\n' });
  expect(await run).toMatchObject({
    failure: null,
    rowsIn: 3,
    accounting: { lines: 4, header: 1 },
    reading: { format: { kind: 'delimited' }, table: { columns: [{ name: 'id' }, { name: 'day' }] } },
    outputs: [{ output: 'rows', fileName: 'rows.jsonl' }],
  });
  expect(words).toEqual(['reading']);
  expect(await staged()).toContain('rows.jsonl');
});

test('what is no table is refused with the same words as here', async () => {
  const { run, staged } = await read('empty.csv', { content: '' });
  await expect(run).rejects.toMatchObject({ code: 'INPUT_NOT_A_TABLE', name: 'CasparianError' });
  expect(await staged()).toEqual([]);
});

test.each([
  ['takes too long', 'bomb.csv.gz', { timeoutMs: 50 }, 'PARSER_TIMEOUT', /longer than 0.05 s/],
  ['computes too much', 'bomb.csv.gz', { cpuSeconds: 0.1 }, 'PARSER_CPU_LIMIT', /more than 0.1 s/],
  ['takes too much memory', 'bomb.csv.gz', { memoryLimitBytes: 2 ** 24 }, 'PARSER_OUT_OF_MEMORY', /too much memory/],
])(
  'one that %s is ended, leaves nothing staged, and the next file is read',
  async (_what, name, limits, code, message) => {
    const { run, staged } = await read(name, { limits, half: 'of a row' });
    await expect(run).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect(await staged()).toEqual([]);
    const next = await read('next.csv', { content: 'id\n1\n2\n' });
    expect(await next.run).toMatchObject({ rowsIn: 2 });
  },
);

test('one that is not wanted any more is ended', async () => {
  const stop = new AbortController();
  const { run } = await read('bomb.csv.gz', { signal: stop.signal });
  stop.abort();
  await expect(run).rejects.toMatchObject({ code: 'INTERRUPTED' });
});
