import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type Dialect,
  queryBuilder,
  RELAXED_COMMIT,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireName } from '../names.js';
import type { EngineSchema } from '../schema/tables.js';

export interface SlotRequest {
  key: string;
  /** How many may be held at once. */
  concurrency: number;
  /** The slot frees itself after this time, unless it is renewed: its holder may have crashed. */
  ttlMs: number;
}

export type SlotAnswer =
  | { granted: true; slot: Slot }
  /** When the first slot expires, unless one is released before. Null if no slot may be held. */
  | { granted: false; retryAt: number | null };

export interface Slot {
  key: string;
  holder: string;
}

const NOW = sql<number>`cf_now()`;
const MAX_CONCURRENCY = 1_000_000;

/**
 * Takes one of the slots that all processes share, or refuses. One round trip. With a database rather than a transaction, it does
 * not wait for the disk.
 */
export async function takeSlot(
  executor: TenantDatabase | TenantTransaction,
  request: SlotRequest,
): Promise<SlotAnswer> {
  const key = requireName('key of a limit', request.key);
  const concurrency = requireConcurrency(request.concurrency);
  const holder = randomUUID();
  const values = [executor.tenant, key, concurrency, holder, Math.round(request.ttlMs)];
  const [answer] = await write<{ granted: number | boolean; retry_at: number | null }>(executor, TAKE, values);
  if (answer && Boolean(answer.granted)) return { granted: true, slot: { key, holder } };
  return { granted: false, retryAt: answer ? answer.retry_at : await firstEnd(executor, key) };
}

/** SQLite has one writer, so a statement that counts and inserts is exact. PostgreSQL needs the lock of its function. */
const TAKE: Statement = {
  sqlite: () => `INSERT INTO cf_limit_slots (tenant, key, holder, expires_at)
SELECT ?1, ?2, ?4, cf_now() + ?5 WHERE (SELECT count(*) FROM cf_limit_slots
  WHERE tenant = ?1 AND key = ?2 AND (expires_at IS NULL OR expires_at > cf_now())) < ?3
RETURNING 1 AS granted, NULL AS retry_at`,
  postgres: (commit) => `SELECT taken.granted, taken.retry_at FROM (SELECT ${commit} AS kept OFFSET 0) AS durability,
  cf_take_slot($1, $2, $3, $4, $5) AS taken WHERE kept IS NOT NULL`,
};

async function firstEnd(executor: TenantExecutor, key: string): Promise<number | null> {
  const row = await queryBuilder<EngineSchema>(executor)
    .selectFrom('cf_limit_slots')
    .select(({ fn }) => fn.min('expires_at').as('first_end'))
    .where('tenant', '=', executor.tenant)
    .where('key', '=', key)
    .where('expires_at', '>', NOW)
    .executeTakeFirst();
  return row?.first_end ?? null;
}

/** Holds the slot for this much longer, from now. False if it has expired: another holder may have taken it. */
export async function renewSlot(executor: TenantExecutor, { key, holder }: Slot, ttlMs: number): Promise<boolean> {
  const rows = await queryBuilder<EngineSchema>(executor)
    .updateTable('cf_limit_slots')
    .set({ expires_at: sql<number>`cf_now() + ${ttlMs}` })
    .where('tenant', '=', executor.tenant)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .where('expires_at', '>', NOW)
    .returning('holder')
    .execute();
  return rows.length > 0;
}

/** Frees the slot. Does nothing if it has expired. */
export async function releaseSlot(executor: TenantExecutor, { key, holder }: Slot): Promise<void> {
  await write(executor, RELEASE, [executor.tenant, key, holder]);
}

const RELEASE: Statement = {
  sqlite: () => 'DELETE FROM cf_limit_slots WHERE tenant = ? AND key = ? AND holder = ?',
  postgres: (commit) => `DELETE FROM cf_limit_slots USING (SELECT ${commit} AS kept OFFSET 0) AS durability
WHERE tenant = $1 AND key = $2 AND holder = $3 AND kept IS NOT NULL`,
};

/** A statement by database. `commit` is what PostgreSQL evaluates to decide about the disk. */
type Statement = Readonly<Record<Dialect, (commit: string) => string>>;

function write<R extends object>(
  executor: TenantExecutor,
  statement: Statement,
  values: readonly unknown[],
): Promise<R[]> {
  const text = statement[executor.dialect];
  return 'queryRelaxed' in executor
    ? (executor as TenantDatabase).queryRelaxed<R>(text(RELAXED_COMMIT), values)
    : executor.query<R>(text(`'as usual'`), values);
}

/** Checks how many may run at once. 0 pauses. */
export function requireConcurrency(concurrency: number): number {
  if (Number.isInteger(concurrency) && concurrency >= 0 && concurrency <= MAX_CONCURRENCY) return concurrency;
  throw new CasparianError('OPTION_INVALID', `The concurrency cannot be ${concurrency}`, {
    why: `It is a whole number from 0 to ${MAX_CONCURRENCY}.`,
  });
}
