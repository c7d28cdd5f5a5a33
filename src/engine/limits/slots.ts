import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  queryBuilder,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { requireName } from '../names.js';
import type { EngineSchema } from '../schema/tables.js';
import { inTransaction } from './in-transaction.js';

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

/** Takes one of the slots that all processes share, or refuses. */
export async function takeSlot(
  executor: TenantDatabase | TenantTransaction,
  request: SlotRequest,
): Promise<SlotAnswer> {
  const key = requireName('key of a limit', request.key);
  const concurrency = requireConcurrency(request.concurrency);
  const holder = randomUUID();
  return inTransaction(executor, async (tx) => {
    const builder = queryBuilder<EngineSchema>(tx);
    const { tenant } = tx;
    // The write locks the row of the limit, so that slots are counted by one transaction at a time.
    await builder
      .insertInto('cf_limits')
      .values({ tenant, key, concurrency, tat_us: 0, seen_us: 0, late_us: 0 })
      .onConflict((conflict) => conflict.columns(['tenant', 'key']).doUpdateSet({ concurrency }))
      .execute();
    const held = builder.selectFrom('cf_limit_slots').where('tenant', '=', tenant).where('key', '=', key);
    const slots = await held
      .select(['holder', 'expires_at', NOW.as('now')])
      .orderBy('expires_at')
      .execute();
    const expired = slots.filter((slot) => slot.expires_at !== null && slot.expires_at <= slot.now);
    const live = slots.filter((slot) => !expired.includes(slot));
    if (live.length >= concurrency) return { granted: false, retryAt: live[0]?.expires_at ?? null };
    const values = { tenant, key, holder, expires_at: sql<number>`cf_now() + ${request.ttlMs}` };
    await builder.insertInto('cf_limit_slots').values(values).execute();
    if (expired.length > 0)
      await removeSlots(
        tx,
        key,
        expired.map((slot) => slot.holder),
      );
    return { granted: true, slot: { key, holder } };
  });
}

/** Holds the slot for this much longer, from now. False if it has expired and was given to another holder. */
export async function renewSlot(executor: TenantExecutor, { key, holder }: Slot, ttlMs: number): Promise<boolean> {
  const rows = await queryBuilder<EngineSchema>(executor)
    .updateTable('cf_limit_slots')
    .set({ expires_at: sql<number>`cf_now() + ${ttlMs}` })
    .where('tenant', '=', executor.tenant)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .returning('holder')
    .execute();
  return rows.length > 0;
}

/** Frees the slot. Does nothing if it has expired. */
export async function releaseSlot(executor: TenantExecutor, { key, holder }: Slot): Promise<void> {
  await removeSlots(executor, key, [holder]);
}

async function removeSlots(executor: TenantExecutor, key: string, holders: readonly string[]): Promise<void> {
  await queryBuilder<EngineSchema>(executor)
    .deleteFrom('cf_limit_slots')
    .where('tenant', '=', executor.tenant)
    .where('key', '=', key)
    .where('holder', 'in', holders)
    .execute();
}

/** Checks how many may run at once. 0 pauses. */
export function requireConcurrency(concurrency: number): number {
  if (Number.isInteger(concurrency) && concurrency >= 0 && concurrency <= MAX_CONCURRENCY) return concurrency;
  throw new CasparianError('OPTION_INVALID', `The concurrency cannot be ${concurrency}`, {
    why: `It is a whole number from 0 to ${MAX_CONCURRENCY}.`,
  });
}
