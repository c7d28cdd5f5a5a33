import { type Executor, queryBuilder, type TransactionScope } from '../../database/index.js';
import type { EventHeadsTable, EventsSchema } from '../schema/tables.js';
import { GrowingTree } from './merkle-tree.js';
import type { SignedTreeHead } from './tree-head.js';

/** The heads of a tenant, the smallest tree first. */
export async function treeHeads(database: Executor, tenant: string): Promise<SignedTreeHead[]> {
  const rows = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_event_heads')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('tree_size')
    .execute();
  return rows.map(headOfRow);
}

export async function newestHead(database: Executor, tenant: string): Promise<SignedTreeHead | undefined> {
  const row = await newestRow(database, tenant);
  return row && headOfRow(row);
}

/** The tree as the newest head left it, to be continued. */
export async function treeAtNewestHead(database: Executor, tenant: string): Promise<GrowingTree> {
  const row = await newestRow(database, tenant);
  if (row === undefined) return new GrowingTree();
  const frontier = (JSON.parse(row.frontier) as string[]).map((root) => Buffer.from(root, 'hex'));
  return new GrowingTree(row.tree_size, frontier);
}

export async function insertHead(tx: TransactionScope, head: SignedTreeHead, tree: GrowingTree): Promise<void> {
  await queryBuilder<EventsSchema>(tx)
    .insertInto('cf_event_heads')
    .values({
      tenant: head.tenant,
      tree_size: head.treeSize,
      root_hash: head.rootHash,
      signed_at: head.signedAt,
      key_id: head.keyId,
      public_key: head.publicKey,
      signature: head.signature,
      frontier: JSON.stringify(tree.frontier.map((root) => root.toString('hex'))),
    })
    .execute();
}

function newestRow(database: Executor, tenant: string): Promise<EventHeadsTable | undefined> {
  return queryBuilder<EventsSchema>(database)
    .selectFrom('cf_event_heads')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function headOfRow(row: EventHeadsTable): SignedTreeHead {
  return {
    tenant: row.tenant,
    treeSize: row.tree_size,
    rootHash: row.root_hash,
    signedAt: row.signed_at,
    keyId: row.key_id,
    publicKey: row.public_key,
    signature: row.signature,
  };
}
