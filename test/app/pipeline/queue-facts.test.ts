import { expect, test } from 'vitest';
import { countStanding, leftoversOf } from '../../../src/app/pipeline/queue-facts.js';
import { defineJob } from '../../../src/engine/index.js';
import { PARSE_JOB } from '../../../src/pipeline/index.js';
import { freshStore, STORES } from '../../cli/store.js';

const payload = { parser: 'p', version: '1', source_hash: 's', file_id: 'f', path: '/a.csv', content_hash: 'h' };

test.each(STORES)('what a run leaves behind is counted by reason, on %s', async (kind) => {
  const { engine } = await freshStore(kind);
  const { database, store } = engine;
  expect(await leftoversOf(database, { types: ['parse'], owner: 'me' })).toEqual({
    waiting: { count: 0, dueInMs: 0 },
    elsewhere: { count: 0, freeInMs: 0 },
    paused: 0,
  });
  await engine.enqueueMany(PARSE_JOB, [payload, payload]);
  const { strips } = await store.survey({ types: ['parse'] });
  await store.claim('other', 60_000, [{ ...strips[0]!, quota: 1 }]);
  await store.claim('me', 60_000, [{ ...strips[0]!, quota: 1 }]);
  await engine.enqueue(PARSE_JOB, payload, { delayMs: 60_000 });
  await engine.enqueue(PARSE_JOB, payload, { delayMs: 30_000 });
  await engine.enqueue(PARSE_JOB, payload);
  await engine.enqueue(PARSE_JOB, payload, { queue: 'slow' });
  await engine.pauseQueue('slow');
  await engine.enqueue(defineJob({ type: 'other', run: () => undefined }), {}, { delayMs: 1_000 });
  const { waiting, elsewhere, paused } = await leftoversOf(database, { types: ['parse'], owner: 'me' });
  expect([waiting.count, elsewhere.count, paused]).toEqual([2, 1, 1]);
  expect(waiting.dueInMs).toBeGreaterThan(20_000);
  expect(waiting.dueInMs).toBeLessThanOrEqual(30_000);
  expect(elsewhere.freeInMs).toBeGreaterThan(50_000);
  const ofAnother = await leftoversOf(database, { types: ['parse'], owner: 'me', parser: 'q' });
  expect([ofAnother.waiting.count, ofAnother.elsewhere.count, ofAnother.paused]).toEqual([0, 0, 0]);
});

test.each(STORES)('files stand when their rows are those of their content and nothing waits, on %s', async (kind) => {
  const { engine } = await freshStore(kind);
  const file = (id: string, hash: string, missing = 'NULL'): Promise<unknown> =>
    engine.database.script(
      `INSERT INTO cf_files (id, path, hash, size_bytes, modified_us, changed_us, tags, discovered_at, scanned_at, missing_at)
       VALUES ('${id}', '/${id}', '${hash}', 1, 1, 1, '[]', 1, 1, ${missing})`,
    );
  const parsed = (id: string, parser: string, hash: string): Promise<unknown> =>
    engine.database.script(
      `INSERT INTO cf_file_parses (file_id, parser, content_hash, version, source_hash, job_id)
       VALUES ('${id}', '${parser}', '${hash}', '1', 's', 'j')`,
    );
  for (const id of ['done', 'changed', 'waits']) await file(id, 'h');
  await file('gone', 'h', '1');
  for (const id of ['done', 'waits', 'gone']) await parsed(id, 'p', 'h');
  await parsed('done', 'q', 'h');
  await parsed('changed', 'p', 'earlier');
  await engine.enqueue(PARSE_JOB, { ...payload, file_id: 'waits' });
  expect(await countStanding(engine.database, undefined)).toBe(1);
  expect(await countStanding(engine.database, 'q')).toBe(1);
  expect(await countStanding(engine.database, 'r')).toBe(0);
});
