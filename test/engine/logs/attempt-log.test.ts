import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AttemptLog, openAttemptLog } from '../../../src/engine/logs/attempt-log.js';
import { createJobLogReader } from '../../../src/engine/logs/read-logs.js';
import { removeLogs } from '../../../src/engine/logs/log-path.js';

const JOB = '0199c3a4-0000-7000-8000-000000000001';

async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-logs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'logs');
}

function open(
  logs: string,
  options: { attempt?: number; fence?: number; maxBytes?: number; holdMs?: number } = {},
): AttemptLog {
  return openAttemptLog({ logs, jobId: JOB, attempt: 1, fence: 1, startedAt: 1_000, maxBytes: 65_536, ...options });
}

async function messages(logs: string): Promise<string[]> {
  return (await createJobLogReader(logs, JOB).readNew()).map(({ message }) => message);
}

test('a quiet attempt leaves no file', async () => {
  const logs = await place();
  open(logs).close();
  expect(existsSync(logs)).toBe(false);
});

test('lines are put together from the pieces they come in, and say which stream they come from', async () => {
  const logs = await place();
  const log = open(logs);
  for (const piece of ['one\ntw', 'o\r\nthr']) log.stdout(Buffer.from(piece));
  const umlaut = Buffer.from('Fähre\n');
  log.stderr(umlaut.subarray(0, 2));
  log.stderr(umlaut.subarray(2));
  log.write('error', 'said so');
  log.close();
  const lines = await createJobLogReader(logs, JOB).readNew();
  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    ...['info one', 'info two', 'warn Fähre', 'error said so', 'info thr'],
  ]);
  expect(lines[0]).toMatchObject({ attempt: 1, fence: 1 });
  expect(lines[0]!.at).toBeGreaterThanOrEqual(1_000);
});

test('of a long log the starting and the end are kept, and what is missing is counted', async () => {
  const logs = await place();
  const log = open(logs, { maxBytes: 8_192 });
  for (let line = 1; line <= 5_000; line++) log.stdout(Buffer.from(`line ${line}\n`));
  log.close();
  const kept = await messages(logs);
  const gap = kept.findIndex((message) => message.endsWith('lines were dropped here)'));
  expect(kept[0]).toBe('line 1');
  expect(kept.at(-1)).toBe('line 5000');
  expect(Number(/\d+/.exec(kept[gap]!)![0])).toBe(5_000 - (kept.length - 1));
  const file = await readFile(join(logs, JOB, '1-1.log'), 'utf8');
  expect(file.length).toBeGreaterThan(6_000);
  expect(file.length).toBeLessThan(8_192 + 200);
});

test('a line without an end comes in parts of a bounded length', async () => {
  const logs = await place();
  const log = open(logs);
  for (let piece = 0; piece < 30; piece++) log.stdout(Buffer.alloc(1_000, 'x'));
  log.close();
  const parts = await messages(logs);
  expect(parts.join('')).toBe('x'.repeat(30_000));
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(8_000);
});

test('a reader goes on where it ended, over attempts and over a line that is being written', async () => {
  const logs = await place();
  const reader = createJobLogReader(logs, JOB);
  expect([await reader.readNew(), reader.found]).toEqual([[], false]);
  const first = open(logs);
  first.write('info', 'first');
  first.close();
  await appendFile(join(logs, JOB, '1-1.log'), '{"at":1,"level":"info","mess');
  expect((await reader.readNew()).map(({ message }) => message)).toEqual(['first']);
  await appendFile(join(logs, JOB, '1-1.log'), 'age":"second"}\nno json\n');
  const second = open(logs, { attempt: 2, fence: 2 });
  second.write('info', 'third');
  second.close();
  const more = await reader.readNew();
  expect(more.map(({ attempt, message }) => [attempt, message])).toEqual([
    [1, 'second'],
    [2, 'third'],
  ]);
  expect([await reader.readNew(), reader.found]).toEqual([[], true]);
});

test('logs of jobs that are gone are removed, and those of others stay', async () => {
  const logs = await place();
  const log = open(logs);
  log.write('info', 'x');
  log.close();
  await removeLogs(logs, ['0199c3a4-0000-7000-8000-000000000002']);
  expect(await messages(logs)).toEqual(['x']);
  await removeLogs(logs, [JOB]);
  expect(await messages(logs)).toEqual([]);
});

test('a short log is left to its caller, which may write it to the file after all', async () => {
  const logs = await place();
  const log = open(logs, { holdMs: 60_000 });
  log.write('info', 'first');
  log.stdout(Buffer.from('half a line'));
  const short = log.closeShort();
  expect(short.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual(['info: first', 'info: half a line']);
  log.close();
  expect(await messages(logs)).toEqual([]);
  short.writeFile();
  expect(await messages(logs)).toEqual(['first', 'half a line']);
});

test('a log that has waited, or is long, is in its file and nowhere else', async () => {
  const waited = await place();
  const log = open(waited, { holdMs: 1 });
  log.write('info', 'early');
  await vi.waitFor(async () => expect(await messages(waited)).toEqual(['early']));
  log.write('info', 'late');
  expect(log.closeShort().lines).toEqual([]);
  expect(await messages(waited)).toEqual(['early', 'late']);
  const long = await place();
  const other = open(long, { holdMs: 60_000 });
  for (let line = 0; line < 3; line++) other.write('info', 'x'.repeat(4_000));
  expect(await messages(long)).toHaveLength(3);
  const short = other.closeShort();
  short.writeFile();
  expect([short.lines, (await messages(long)).length]).toEqual([[], 3]);
});

test('a closed log is written out when it was not short', async () => {
  const logs = await place();
  const log = open(logs, { holdMs: 60_000 });
  log.write('info', 'kept');
  log.close();
  expect(await messages(logs)).toEqual(['kept']);
});
