import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '../adversity/staging/seeded-random.js';
import { checkIntegrity } from '../adversity/staging/surviving-kills.js';
import { startWorkerProcess } from '../adversity/staging/worker-process.js';
import { useStage } from '../engine/staging/stage.js';

const ROWS_PER_BATCH = 200;
const FIXTURE = '../../chaos/fixtures/endless-writer.mjs';

const stage = useStage('SQLite');

test('a process killed during a transaction leaves an intact file and no partial writes', async () => {
  const random = seededRandom(20);
  await stage.engine.database.script(
    'CREATE TABLE batches (writer INTEGER NOT NULL, batch INTEGER NOT NULL, filler TEXT NOT NULL)',
  );
  let batches = 0;
  for (let round = 0; round < 20; round++) {
    const env = { ROWS_PER_BATCH: String(ROWS_PER_BATCH) };
    const writers = await Promise.all([1, 2].map(() => startWorkerProcess(FIXTURE, { url: stage.url, env })));
    stage.onCleanup(() => Promise.all(writers.map((writer) => writer.end('SIGKILL'))));
    await sleep(random() * 200);
    await Promise.all(writers.map((writer) => writer.end('SIGKILL')));
    checkIntegrity(stage);
    const sizes = await stage.engine.database.query<{ rows: number }>(
      'SELECT count(*) AS rows FROM batches GROUP BY writer, batch',
    );
    expect(sizes.filter(({ rows }) => rows !== ROWS_PER_BATCH)).toEqual([]);
    batches = sizes.length;
  }
  expect(batches).toBeGreaterThan(20);
});
