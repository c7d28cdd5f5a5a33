import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ResidentHost } from '../../../src/bridge/index.js';
import type { ProcessResult } from '../../../src/process/index.js';
import { startReader } from '../../../src/parse/subprocess/start-reader.js';

const SECRET = 'of another file';

/** A reader that a file has taken over: it sends these lines. Returns what the host makes of them, and its folder. */
async function taken(linesIn: (folder: string) => readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-reader-'));
  writeFileSync(join(folder, 'database'), SECRET);
  const socket = join(folder, 'socket');
  const server = createServer((program) =>
    program.once('data', () => linesIn(folder).forEach((line) => program.write(`${line}\n`))),
  ).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const host: ResidentHost = {
    start: (_, signal) => Promise.resolve({ ...residentAt(connect(socket), signal) }),
    lend: () => Promise.resolve({ takeBack: () => undefined }),
    close: () => Promise.resolve(),
  };
  const reader = startReader({}, Promise.resolve(host));
  const places = { 'rows.jsonl': join(folder, 'staged.jsonl') };
  const task = { path: 'input.csv', dataset: 'rows', contract: null, jobId: 'job', format: 'jsonl' as const, places };
  const limits = { timeoutMs: 10_000, cpuSeconds: undefined, memoryLimitBytes: undefined };
  const how = { limits, signal: new AbortController().signal, onReading: () => undefined };
  const run = reader.read({ ...task, limits: { share: 1, rows: 1 } }, how);
  return { run, folder, reader };
}

function residentAt(connection: Socket, signal: AbortSignal) {
  const killed = { exitCode: null, signalName: 'SIGKILL', startError: null, stderrTail: Buffer.alloc(0) };
  const ended = once(signal, 'abort').then(() => {
    connection.destroy();
    return killed as unknown as ProcessResult;
  });
  return { pid: process.pid, connection, ended };
}

function runWith(file: object): string {
  const staged = { output: 'rows', fileName: 'rows.jsonl', rows: 1, bytes: 1, sha256: '', ...file };
  const run = { outputs: [staged], quarantines: [], skippedLines: { count: 0, lines: [], file: null }, failure: null };
  return JSON.stringify({ kind: 'run', run, heldBytes: 0 });
}

test.each([
  ['the database', (folder: string) => runWith({ path: join(folder, 'database') })],
  ['another name', (folder: string) => runWith({ path: join(folder, 'staged.jsonl'), fileName: '../rows.jsonl' })],
  ['another dataset', (folder: string) => runWith({ path: join(folder, 'staged.jsonl'), output: '../../rows' })],
  [
    'a link to the database',
    (folder: string) => {
      symlinkSync(join(folder, 'database'), join(folder, 'staged.jsonl'));
      return runWith({ path: join(folder, 'staged.jsonl') });
    },
  ],
])('a reader that a file has taken over cannot hand over %s as its rows', async (_, lineIn) => {
  const { run, folder, reader } = await taken((place) => [lineIn(place)]);
  await expect(run).rejects.toMatchObject({ code: 'BRIDGE_PROTOCOL' });
  await reader.close();
  expect(reader.isFit({ timeoutMs: undefined, cpuSeconds: undefined, memoryLimitBytes: undefined })).toBe(false);
  expect(existsSync(join(folder, 'database'))).toBe(true);
});

test.each(['no JSON', 'null', '3'])('a reader that sends %s is ended, and its host goes on', async (line) => {
  const { run } = await taken(() => [line]);
  await expect(run).rejects.toMatchObject({ code: 'PARSER_KILLED' });
});
