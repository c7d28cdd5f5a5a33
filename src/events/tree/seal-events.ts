import { type Database, type Executor, queryBuilder, type TransactionScope } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, type SigningKey } from '../../platform/index.js';
import { eventTime } from '../log/event-hash.js';
import type { EventsSchema } from '../schema/tables.js';
import { insertHead, newestHead, treeAtNewestHead } from './head-store.js';
import { leafHash } from './merkle-tree.js';
import { type SignedTreeHead, signTreeHead } from './tree-head.js';

/** Events of one commit. A first head over millions of events must not keep SQLite's writer for minutes. */
const EVENTS_PER_COMMIT = 20_000;
const ROWS_PER_STATEMENT = 1_000;
/** The first key of PostgreSQL's two-part advisory locks; the second is a hash of the tenant. */
const SEAL_LOCK = 726_410;

/**
 * Gives all new events of a tenant their places in its tree and signs the head. Returns the newest head, which is an earlier one if
 * nothing was new; undefined if the tenant has no events.
 */
export async function sealEvents(
  database: Database,
  tenant: string,
  key: SigningKey,
): Promise<SignedTreeHead | undefined> {
  for (;;) {
    const sealed = await database.transaction((tx) => sealSome(tx, tenant, key));
    if (sealed < EVENTS_PER_COMMIT) return newestHead(database, tenant);
  }
}

/** Every tenant with events that no head covers. For the daily job, which serves all tenants. */
export async function unsealedTenants(database: Executor): Promise<string[]> {
  const rows = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select('tenant')
    .distinct()
    .where('leaf_index', 'is', null)
    .orderBy('tenant')
    .execute();
  return rows.map(({ tenant }) => tenant);
}

/** Seals a part of the new events. Returns how many. */
async function sealSome(tx: TransactionScope, tenant: string, key: SigningKey): Promise<number> {
  // Two that number leaves at once would give the same numbers. SQLite has one writer.
  if (tx.dialect === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SEAL_LOCK, tenant]);
  const tree = await treeAtNewestHead(tx, tenant);
  const events = await queryBuilder<EventsSchema>(tx)
    .selectFrom('cf_events')
    .select(['position', 'event_hash'])
    .where('tenant', '=', tenant)
    .where('leaf_index', 'is', null)
    .orderBy('position')
    .limit(EVENTS_PER_COMMIT)
    .execute();
  if (events.length === 0) return 0;
  const leaves = events.map(({ position, event_hash }) => {
    tree.add(leafHash(Buffer.from(event_hash, 'hex')));
    return [position, tree.size - 1] as const;
  });
  for (let start = 0; start < leaves.length; start += ROWS_PER_STATEMENT) {
    await numberLeaves(tx, tenant, leaves.slice(start, start + ROWS_PER_STATEMENT));
  }
  const signedAt = eventTime(await databaseNow(tx));
  const rootHash = tree.root().toString('hex');
  const head = await signTreeHead({ tenant, treeSize: tree.size, rootHash, signedAt }, key);
  await insertHead(tx, head, tree);
  return events.length;
}

async function numberLeaves(
  tx: TransactionScope,
  tenant: string,
  leaves: readonly (readonly [number, number])[],
): Promise<void> {
  const rows = JSON.stringify(leaves);
  const [source, mark] =
    tx.dialect === 'sqlite' ? ['json_each(?) AS each', '?'] : ['json_array_elements($1::json) AS each (value)', '$2'];
  const number = (index: number): string => `CAST(each.value ->> ${index} AS BIGINT)`;
  const numbered = await tx.query<{ position: number }>(
    `UPDATE cf_events SET leaf_index = ${number(1)} FROM ${source}
     WHERE cf_events.position = ${number(0)} AND cf_events.tenant = ${mark} AND cf_events.leaf_index IS NULL RETURNING position`,
    [rows, tenant],
  );
  if (numbered.length === leaves.length) return;
  throw new CasparianError('DATABASE_BUSY', 'Events were sealed by another process at the same time');
}
