import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { type ActivityTable, type CollectSchema, DURATION_COLUMNS } from '../schema/tables.js';
import type { Source } from '../sources/source.js';
import { DURATION_BOUNDS_MS, type Observation } from './observation.js';

/** Counts how sources are asked, in memory, and adds the counts to the database now and then. */
export interface ActivityRecorder {
  note(source: Pick<Source, 'tenant' | 'id' | 'name'>, observation: Observation): void;
  /** Writes what was counted, then stops. */
  close(): Promise<void>;
}

/** A write for each source and this many seconds, however many requests there are. */
const WRITE_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
const KEPT_MS = 48 * 60 * MINUTE_MS;
const PRUNE_EVERY_MS = 60 * MINUTE_MS;

type Counts = Omit<ActivityTable, 'tenant' | 'source_id' | 'minute'>;

export function createActivityRecorder(
  database: Executor,
  onObserved: (source: Pick<Source, 'tenant' | 'name'>, observation: Observation) => void = () => undefined,
): ActivityRecorder {
  let counted = new Map<string, ActivityTable>();
  let timer: NodeJS.Timeout | undefined;
  let prunedAt = 0;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const rows = [...counted.values()];
    counted = new Map();
    // What is not written is lost: it is for people to look at, and a job must not fail because of it.
    if (rows.length > 0) await addCounts(database, rows).catch(() => undefined);
    if (Date.now() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = Date.now();
    await pruneActivity(database, prunedAt - KEPT_MS).catch(() => undefined);
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    note(source, observation) {
      onObserved(source, observation);
      const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
      const key = `${source.id} ${minute}`;
      const row = counted.get(key) ?? { tenant: source.tenant, source_id: source.id, minute, ...NONE };
      counted.set(key, { ...row, ...added(row, observation) });
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, WRITE_EVERY_MS).unref();
    },
    async close() {
      clearTimeout(timer);
      await flush();
    },
  };
}

const NONE: Counts = {
  ...{ ok: 0, refused: 0, limited: 0, failed: 0, cached: 0, stale: 0, wait_ms: 0, duration_ms: 0 },
  ...(Object.fromEntries(DURATION_COLUMNS.map((name) => [name, 0])) as Pick<Counts, (typeof DURATION_COLUMNS)[number]>),
};

function added(row: Counts, { outcome, durationMs, waitMs }: Observation): Partial<Counts> {
  const counts: Partial<Counts> = { [outcome]: row[outcome] + 1, wait_ms: row.wait_ms + Math.round(waitMs) };
  if (outcome === 'cached' || outcome === 'stale') return counts;
  const bucket = DURATION_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  const column = DURATION_COLUMNS.at(bucket) as (typeof DURATION_COLUMNS)[number];
  return { ...counts, duration_ms: row.duration_ms + Math.round(durationMs), [column]: row[column] + 1 };
}

/** Several processes add to the same minute. */
async function addCounts(database: Executor, rows: readonly ActivityTable[]): Promise<void> {
  const names = Object.keys(NONE) as (keyof Counts)[];
  await queryBuilder<CollectSchema>(database)
    .insertInto('cf_source_activity')
    // Always in the same order, so that two processes cannot deadlock.
    .values(rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'source_id', 'minute'])
        .doUpdateSet((is) =>
          Object.fromEntries(
            names.map((name) => [
              name,
              sql<number>`${is.ref(`cf_source_activity.${name}`)} + ${is.ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

function key({ tenant, source_id, minute }: ActivityTable): string {
  return `${tenant} ${source_id} ${minute}`;
}

async function pruneActivity(database: Executor, before: number): Promise<void> {
  await queryBuilder<CollectSchema>(database).deleteFrom('cf_source_activity').where('minute', '<', before).execute();
}
