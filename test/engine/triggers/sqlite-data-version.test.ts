import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectSqlite, SqliteDatabase } from '../../../src/database/index.js';
import { sqliteDataVersionTrigger } from '../../../src/engine/triggers/sqlite-data-version.js';
import type { Trigger } from '../../../src/engine/index.js';
import { silentLogger } from '../../../src/platform/index.js';
import { waitUntil } from '../../services/wait-until.js';

let directory: string;
let database: SqliteDatabase;
let wakes: number;
let files = 0;

beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'casparian-data-version-'))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(async () => {
  wakes = 0;
  database = await SqliteDatabase.open(join(directory, `${files++}.db`));
  onTestFinished(() => database.close());
  await database.script('CREATE TABLE t (n INTEGER NOT NULL)');
});

test('wakes up for a commit of another connection, told by events of the file', async () => {
  let closed = 0;
  const trigger = await started((path, onEvent) => {
    const watcher = watch(path, onEvent);
    watcher.on('close', () => closed++);
    return watcher;
  });
  for (let commit = 1; commit <= 5; commit++) await anotherCommits();
  expect(closed).toBe(0);
  await trigger.stop();
  await waitUntil(() => closed === 1, { for: 'the watcher to be closed' });
});

test('looks by itself where files cannot be watched', async () => {
  await started(() => {
    throw new Error('no watches left');
  });
  for (let commit = 1; commit <= 3; commit++) await anotherCommits();
});

test('stops waiting for events that do not arrive', async () => {
  const watcher = new SilentWatcher();
  await started(() => watcher);
  await anotherCommits();
  await anotherCommits();
  expect(watcher.isClosed).toBe(false);
  await anotherCommits();
  await waitUntil(() => watcher.isClosed, { for: 'the watcher to be closed' });
  await anotherCommits();
});

test('looks by itself after the watcher has failed', async () => {
  const watcher = new SilentWatcher();
  await started(() => watcher);
  watcher.emit('error', new Error('the folder is gone'));
  expect(watcher.isClosed).toBe(true);
  await anotherCommits();
});

class SilentWatcher extends EventEmitter {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
}

async function started(watchFile: Parameters<typeof sqliteDataVersionTrigger>[1]): Promise<Trigger> {
  const trigger = sqliteDataVersionTrigger(database, watchFile);
  onTestFinished(() => trigger.stop());
  await trigger.start((hint) => {
    if (hint === 'jobs') wakes++;
  }, silentLogger);
  return trigger;
}

/** Resolves when the trigger has noticed it. */
async function anotherCommits(): Promise<void> {
  const before = wakes;
  const other = connectSqlite(database.path);
  other.exec('INSERT INTO t VALUES (1)');
  other.close();
  await waitUntil(() => wakes > before, { for: 'the trigger to wake up', intervalMs: 2 });
}
