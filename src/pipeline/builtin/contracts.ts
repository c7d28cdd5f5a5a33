import { sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { sha256 } from '../bundle/source-hash.js';
import { recordEvent } from '../../events/index.js';
import type { ContractsTable, PipelineSchema } from '../schema/tables.js';

/** The contract of a dataset, and the file it comes from. */
export type DatasetContract = Pick<ContractsTable, 'dataset' | 'hash' | 'contract' | 'origin' | 'source' | 'set_at'>;

export type GivenContract = Pick<DatasetContract, 'dataset' | 'contract' | 'source'>;

const COLUMNS = ['dataset', 'hash', 'contract', 'origin', 'source', 'set_at'] as const;

export async function currentContract(database: TenantExecutor, dataset: string): Promise<DatasetContract | undefined> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_contracts')
    .select(COLUMNS)
    .where('tenant', '=', database.tenant)
    .where('dataset', '=', dataset)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}

/** The contract that outputs were written under, even if it was replaced since. */
export async function contractWithHash(
  database: TenantExecutor,
  dataset: string,
  hash: string,
): Promise<DatasetContract | undefined> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_contracts')
    .select(COLUMNS)
    .where('tenant', '=', database.tenant)
    .where('dataset', '=', dataset)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** The hashes of the current contracts, by dataset. */
export async function contractHashes(database: TenantExecutor): Promise<Map<string, string>> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_contracts')
    .select(['dataset', 'hash'])
    .where('tenant', '=', database.tenant)
    .where('replaced_at', 'is', null)
    .execute();
  return new Map(rows.map(({ dataset, hash }) => [dataset, hash]));
}

/** Gives a dataset its first contract, unless it has one. Returns the contract that applies from now on. */
export async function proposeContract(tx: TenantTransaction, given: GivenContract): Promise<DatasetContract> {
  const accepted = await queryBuilder<PipelineSchema>(tx)
    .insertInto('cf_contracts')
    .values(rowOf(tx, given, 'inferred'))
    // If several transactions insert at once, the unique index of current contracts accepts one.
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .execute();
  const current = await currentContract(tx, given.dataset);
  if (current === undefined) throw new Error(`'${given.dataset}' has no contract though one was just proposed`);
  if (accepted.length > 0) await recordContract(tx, 'contract.inferred', current, null);
  return current;
}

/** Replaces the contract of a dataset. Returns whether the contract changed. */
export async function setContract(database: TenantDatabase, given: GivenContract): Promise<boolean> {
  return database.transaction((tx) => replaceContract(tx, given));
}

/** The same in a transaction that changes more. */
export async function replaceContract(tx: TenantTransaction, given: GivenContract): Promise<boolean> {
  const row = rowOf(tx, given, 'given');
  const builder = queryBuilder<PipelineSchema>(tx);
  // This write, or the insert below, takes a lock: transactions that set a contract at the same time take turns.
  const before = await builder
    .updateTable('cf_contracts')
    .set({ replaced_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('dataset', '=', given.dataset)
    .where('replaced_at', 'is', null)
    .returning('hash')
    .execute();
  const { origin, source, set_at } = row;
  await builder
    .insertInto('cf_contracts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'dataset', 'hash']).doUpdateSet({ origin, source, set_at, replaced_at: null }),
    )
    .execute();
  const previous = before[0]?.hash ?? null;
  await recordContract(tx, 'contract.set', row, previous);
  return previous !== row.hash;
}

async function recordContract(
  tx: TenantTransaction,
  eventType: string,
  { dataset, hash, source }: Pick<DatasetContract, 'dataset' | 'hash' | 'source'>,
  previous: string | null,
): Promise<void> {
  const about = { aggregateType: 'dataset', aggregateId: dataset };
  await recordEvent(tx, { ...about, eventType, payload: { hash, source, previous_hash: previous } });
}

function rowOf(
  { tenant }: TenantExecutor,
  { dataset, contract, source }: GivenContract,
  origin: ContractsTable['origin'],
) {
  const hash = sha256(Buffer.from(contract));
  return { tenant, dataset, hash, contract, origin, source, set_at: sql<number>`cf_now()` };
}
