import { type Kysely, sql } from 'kysely';
import {
  preparedQuery,
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { sha256 } from '../bundle/source-hash.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { ContractsTable, PipelineSchema } from '../schema/tables.js';

/** A version of the contract of a dataset, and the file it comes from. */
export type DatasetContract = Pick<ContractsTable, (typeof COLUMNS)[number]>;

export type GivenContract = Pick<DatasetContract, 'dataset' | 'contract' | 'source'>;

/** A contract that the program made, with what it is based on. */
export interface MadeVersion extends GivenContract {
  readonly evidence: string;
  readonly changes: readonly string[];
}

/** Without the evidence, which is large and rarely needed. */
const COLUMNS = ['dataset', 'hash', 'contract', 'origin', 'source', 'set_at', 'frozen', 'changes'] as const;

export async function currentContract(database: TenantExecutor, dataset: string): Promise<DatasetContract | undefined> {
  const [current] = await findCurrent(database, { tenant: database.tenant, dataset });
  return current;
}

const findCurrent = preparedQuery(
  (builder: Kysely<PipelineSchema>, { tenant, dataset }: { readonly tenant: string; readonly dataset: string }) =>
    builder
      .selectFrom('cf_contracts')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where('dataset', '=', dataset)
      .where('replaced_at', 'is', null),
);

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
export async function proposeContract(tx: TenantTransaction, given: MadeVersion): Promise<DatasetContract> {
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

/** Replaces the contract of a dataset, and freezes it. Returns whether the contract changed. */
export async function setContract(database: TenantDatabase, given: GivenContract): Promise<boolean> {
  return database.transaction((tx) => setContractIn(tx, given));
}

/** The same in a transaction that changes more. With an expected hash, it fails if another contract is current. */
export async function setContractIn(tx: TenantTransaction, given: GivenContract, expected?: string): Promise<boolean> {
  const row = { ...rowOf(tx, { ...given, evidence: null, changes: [] }, 'given'), frozen: 1 };
  const previous = await retireCurrent(tx, given.dataset, expected ?? null);
  if (expected !== undefined && previous === null) {
    throw new CasparianError('PRECONDITION_FAILED', `The contract of '${given.dataset}' was changed meanwhile`, {
      next: ['Read it again, and repeat the change.'],
    });
  }
  await insertVersion(tx, row);
  await recordContract(tx, 'contract.set', row, previous);
  return previous !== row.hash;
}

/** What a version is based on, as JSON; null if a person set it. */
export async function contractEvidence(
  database: TenantExecutor,
  { dataset, hash }: Pick<DatasetContract, 'dataset' | 'hash'>,
): Promise<string | null> {
  const row = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_contracts')
    .select('evidence')
    .where('tenant', '=', database.tenant)
    .where('dataset', '=', dataset)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.evidence ?? null;
}

export interface NextVersion extends MadeVersion {
  /** The hash of the contract that it replaces. */
  readonly expected: string;
  readonly frozen?: number;
}

/**
 * Replaces a contract by its next version, unless another version has replaced it meanwhile. Returns the contract that
 * applies from now on. Repeating it changes nothing.
 */
export async function replaceContract(
  tx: TenantTransaction,
  given: NextVersion,
  origin: 'widened' | 'renamed',
): Promise<DatasetContract> {
  const previous = await retireCurrent(tx, given.dataset, given.expected);
  if (previous !== null) {
    const row = { ...rowOf(tx, given, origin), frozen: given.frozen ?? 0 };
    await insertVersion(tx, row);
    await recordContract(tx, `contract.${origin}`, row, previous, { changes: given.changes });
  }
  const current = await currentContract(tx, given.dataset);
  if (current === undefined) throw new Error(`'${given.dataset}' has no contract though one was just replaced`);
  return current;
}

/** Freezes the current contract, or lets files widen it again. Returns whether anything changed. */
export async function freezeContract(database: TenantDatabase, dataset: string, isFrozen: boolean): Promise<boolean> {
  return database.transaction(async (tx) => {
    const changed = await queryBuilder<PipelineSchema>(tx)
      .updateTable('cf_contracts')
      .set({ frozen: isFrozen ? 1 : 0 })
      .where('tenant', '=', tx.tenant)
      .where('dataset', '=', dataset)
      .where('replaced_at', 'is', null)
      .where('frozen', '=', isFrozen ? 0 : 1)
      .returning(['dataset', 'hash', 'source'])
      .execute();
    const [row] = changed;
    if (row === undefined) return false;
    await recordContract(tx, isFrozen ? 'contract.frozen' : 'contract.unfrozen', row, row.hash);
    return true;
  });
}

/** All versions, the first one first. */
export async function contractVersions(database: TenantExecutor, dataset: string): Promise<DatasetContract[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_contracts')
    .select(COLUMNS)
    .where('tenant', '=', database.tenant)
    .where('dataset', '=', dataset)
    .orderBy('set_at')
    .orderBy((eb) => eb.case().when('replaced_at', 'is', null).then(1).else(0).end())
    .execute();
}

/**
 * Ends the current version, if it is the expected one or any is. This write, or the insert that follows, takes a lock:
 * transactions that replace a contract at the same time take turns.
 */
async function retireCurrent(tx: TenantTransaction, dataset: string, expected: string | null): Promise<string | null> {
  const retired = await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_contracts')
    .set({ replaced_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('dataset', '=', dataset)
    .where('replaced_at', 'is', null)
    .$if(expected !== null, (query) => query.where('hash', '=', expected ?? ''))
    .returning('hash')
    .execute();
  return retired[0]?.hash ?? null;
}

async function insertVersion(tx: TenantTransaction, row: ReturnType<typeof rowOf>): Promise<void> {
  const { tenant: _tenant, dataset: _dataset, hash: _hash, contract: _contract, ...renewed } = row;
  await queryBuilder<PipelineSchema>(tx)
    .insertInto('cf_contracts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'dataset', 'hash']).doUpdateSet({ ...renewed, replaced_at: null }),
    )
    .execute();
}

async function recordContract(
  tx: TenantTransaction,
  eventType: string,
  { dataset, hash, source }: Pick<DatasetContract, 'dataset' | 'hash' | 'source'>,
  previous: string | null,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const about = { aggregateType: 'dataset', aggregateId: dataset };
  await recordEvent(tx, { ...about, eventType, payload: { hash, source, previous_hash: previous, ...more } });
}

function rowOf(
  { tenant }: TenantExecutor,
  {
    dataset,
    contract,
    source,
    evidence,
    changes,
  }: GivenContract & Pick<ContractsTable, 'evidence'> & Pick<MadeVersion, 'changes'>,
  origin: ContractsTable['origin'],
) {
  const hash = sha256(Buffer.from(contract));
  const made = { origin, source, frozen: 0, evidence, changes: JSON.stringify(changes) };
  return { tenant, dataset, hash, contract, ...made, set_at: sql<number>`cf_now()` };
}
