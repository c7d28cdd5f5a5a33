import {
  type Database,
  type Executor,
  queryBuilder,
  SqliteDatabase,
  type TransactionScope,
} from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, type SigningKey } from '../../platform/index.js';
import { eventTime } from '../log/event-hash.js';
import type { EventsSchema } from '../schema/tables.js';
import { insertHead, newestHead, treeAtNewestHead } from './head-store.js';
import { type GrowingTree, leafHash } from './merkle-tree.js';
import { type SignedTreeHead, signTreeHead } from './tree-head.js';

/** Events of one commit. A first head over millions of events must not keep SQLite's writer for minutes. */
const EVENTS_PER_COMMIT = 20_000;
const ROWS_PER_STATEMENT = 1_000;
/** The first key of PostgreSQL's two-part advisory locks; the second is a hash of the tenant. */
const SEAL_LOCK = 726_410;

/**
 * Gives all new events of a tenant their places in its tree and signs the head. Returns the newest head, which is an earlier one if
 * nothing was new; undefined if the tenant has no events. An external command may take long to sign, so it signs before the transaction
 * begins; if another process has sealed meanwhile, the signature is discarded, and the rest is sealed.
 */
export async function sealEvents(
  database: Database,
  tenant: string,
  key: SigningKey,
): Promise<SignedTreeHead | undefined> {
  for (;;) {
    const next = await nextTree(database, tenant);
    if (next === undefined) return newestHead(database, tenant);
    const { tree, leaves, signedAt } = next;
    const rootHash = tree.root().toString('hex');
    const head = await signTreeHead({ tenant, treeSize: tree.size, rootHash, signedAt }, key);
    const isStored = await database.transaction((tx) => storeHead(tx, head, next));
    if (isStored && leaves.length < EVENTS_PER_COMMIT) return newestHead(database, tenant);
  }
}

type Leaf = readonly [position: number, leaf: number];

/** The tree of the newest head, continued with new events. */
interface NextTree {
  readonly tree: GrowingTree;
  /** The size before. */
  readonly from: number;
  readonly leaves: readonly Leaf[];
  readonly signedAt: string;
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

/** Undefined if there are no new events. */
async function nextTree(database: Executor, tenant: string): Promise<NextTree | undefined> {
  const tree = await treeAtNewestHead(database, tenant);
  const from = tree.size;
  const events = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select(['position', 'event_hash'])
    .where('tenant', '=', tenant)
    .where('leaf_index', 'is', null)
    .orderBy('position')
    .limit(EVENTS_PER_COMMIT)
    .execute();
  if (events.length === 0) return undefined;
  const leaves = events.map(({ position, event_hash }) => {
    tree.add(leafHash(Buffer.from(event_hash, 'hex')));
    return [position, tree.size - 1] as const;
  });
  return { tree, from, leaves, signedAt: eventTime(await databaseNow(database)) };
}

/** Returns false if another process has stored a head meanwhile. */
async function storeHead(
  tx: TransactionScope,
  head: SignedTreeHead,
  { tree, from, leaves }: NextTree,
): Promise<boolean> {
  const { tenant } = head;
  // Two that number leaves at once would give the same numbers. SQLite has one writer.
  if (tx.dialect === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SEAL_LOCK, tenant]);
  const newest = await newestHead(tx, tenant);
  if ((newest?.treeSize ?? 0) !== from) return false;
  for (let start = 0; start < leaves.length; start += ROWS_PER_STATEMENT) {
    await numberLeaves(tx, tenant, leaves.slice(start, start + ROWS_PER_STATEMENT));
  }
  await insertHead(tx, head, tree);
  return true;
}

async function numberLeaves(tx: TransactionScope, tenant: string, leaves: readonly Leaf[]): Promise<void> {
  const numbered =
    tx.dialect === 'sqlite' ? numberOnSqlite(tx, tenant, leaves) : await numberOnPostgres(tx, tenant, leaves);
  if (numbered === leaves.length) return;
  throw new CasparianError('DATABASE_BUSY', 'Events were sealed by another process at the same time');
}

/** A row at a time: joined with a list, SQLite read all events that were not sealed for each of them, 200 s for 50,000. */
function numberOnSqlite(tx: TransactionScope, tenant: string, leaves: readonly Leaf[]): number {
  const database = SqliteDatabase.of(tx);
  return database.within(tx, (connection) => {
    const update = database.prepare(
      connection,
      'UPDATE cf_events SET leaf_index = ? WHERE position = ? AND tenant = ? AND leaf_index IS NULL',
    );
    return leaves.reduce((sum, [position, leaf]) => sum + Number(update.run(leaf, position, tenant).changes), 0);
  });
}

async function numberOnPostgres(tx: TransactionScope, tenant: string, leaves: readonly Leaf[]): Promise<number> {
  const numbered = await tx.query(
    `UPDATE cf_events SET leaf_index = new.leaf FROM unnest($1::bigint[], $2::bigint[]) AS new (position, leaf)
     WHERE cf_events.position = new.position AND cf_events.tenant = $3 AND cf_events.leaf_index IS NULL RETURNING 1`,
    [leaves.map(([position]) => position), leaves.map(([, leaf]) => leaf), tenant],
  );
  return numbered.length;
}
