import { expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase } from '../../../src/database/index.js';
import { newId } from '../../../src/platform/index.js';
import { useStage } from '../staging/stage.js';
import { aJob, claimDue } from '../staging/store-calls.js';

const stage = useStage('PostgreSQL');
const WAITS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('a cancel of many jobs locks them in the order of their places, as a completion does', async () => {
  const { store, engine } = stage;
  const [lowId, highId] = [newId(), newId()];
  await store.enqueue([aJob({ id: highId })]);
  await store.enqueue([aJob({ id: lowId })]);
  const places = (await claimDue(store)).map(({ id, place }) => ({ id, place }));
  expect(places).toEqual([
    { id: highId, place: '(0,3)' },
    { id: lowId, place: '(0,4)' },
  ]);
  const other = new PostgresDatabase(stage.url);
  onTestFinished(() => other.close());

  const lock = (id: string) => `SELECT 1 FROM cf_jobs WHERE id = '${id}' FOR UPDATE NOWAIT`;
  const cancelled = await other.transaction(async (tx) => {
    await tx.query(lock(highId));
    const cancel = engine.database.transaction((inner) =>
      engine.changeJobs(inner, [lowId, highId], { action: 'cancel' }),
    );
    await expect.poll(() => other.query(WAITS)).toHaveLength(1);
    // The cancel waits for the first place, and does not hold the second one yet.
    await tx.query(lock(lowId));
    return { cancel };
  });
  expect((await cancelled.cancel).toSorted()).toEqual([lowId, highId]);
});
