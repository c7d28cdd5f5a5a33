import { queryBuilder, tenantDatabase, type TenantTransaction, tenantTransaction } from '../../database/index.js';
import {
  complete,
  enqueueWithin,
  type JobContext,
  type Outcome,
  PermanentError,
  sharedWrite,
} from '../../engine/index.js';
import { recordEvents } from '../../events/index.js';
import { compareUtf8, groupedBy, inBatches } from '../../platform/index.js';
import type { Intake } from '../intakes/intake.js';
import { loadIntakes } from '../intakes/intakes.js';
import { storeValuations } from '../points/valuations.js';
import type { CollectSchema } from '../schema/tables.js';
import type { Valuation } from '../valuation/valuation.js';
import { computeValuations, storedForm } from './compute-valuations.js';
import { VALUE_JOB, type ValuePayload } from './job-types.js';
import type { CollectRuntime } from './runtime.js';

interface Valued {
  readonly intake: Intake;
  readonly valuation: Valuation;
}

/** Values one intake, and once more if points changed meanwhile. Jobs that run at the same time share their queries and their commit. */
export function createValuer(
  runtime: CollectRuntime,
): (payload: ValuePayload, context: JobContext) => Promise<Outcome> {
  const valued = inBatches<{ tenant: string; id: string }, Valued | undefined>(async (wanted) => {
    const tenants = [...groupedBy(wanted, ({ tenant }) => tenant)].map(async ([tenant, of]) => {
      return [tenant, await valueAll(tenant, [...new Set(of.map(({ id }) => id))])] as const;
    });
    const found = new Map(await Promise.all(tenants));
    return wanted.map(({ tenant, id }) => found.get(tenant)?.get(id));
  });
  const shareOf = sharedWrite<Valued & { readonly tenant: string }>(async (scope, items) => {
    const tenants = groupedBy(items, ({ tenant }) => tenant);
    for (const tenant of [...tenants.keys()].toSorted(compareUtf8)) {
      // In one order, so that two commits do not wait for each other.
      const sorted = (tenants.get(tenant) ?? []).toSorted((a, b) => compareUtf8(a.intake.id, b.intake.id));
      await storeAll(tenantTransaction(scope, tenant), sorted, runtime.debounceMs);
    }
  });

  return async ({ intake_id: id }, { job: { tenant } }) => {
    const found = await valued({ tenant, id });
    if (!found) throw new PermanentError(`There is no intake ${id}`);
    return complete(resultOf(found.valuation), { share: shareOf({ ...found, tenant }) });
  };

  async function valueAll(tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, Valued>> {
    const database = tenantDatabase(runtime.database, tenant);
    // Before the points: a change that comes later is valued once more.
    const intakes = await loadIntakes(database, ids);
    const valuations = await computeValuations(database, [...intakes.values()]);
    return new Map(
      [...intakes].flatMap(([id, intake]) => {
        const valuation = valuations.get(id);
        return valuation ? [[id, { intake, valuation }] as const] : [];
      }),
    );
  }
}

function resultOf({ valueCents, currency, n }: Valuation) {
  return { value_cents: valueCents, currency, n };
}

async function storeAll(tx: TenantTransaction, items: readonly Valued[], debounceMs: number): Promise<void> {
  for (const { intake } of items) await markValued(tx, intake, debounceMs);
  const versions = await storeValuations(
    tx,
    new Map(items.map(({ intake, valuation }) => [intake.id, storedForm(valuation)])),
  );
  const events = items.flatMap(({ intake, valuation }) => {
    const version = versions.get(intake.id);
    if (version === undefined) return [];
    const payload = { ...resultOf(valuation), version, inputs_hash: valuation.inputsHash };
    return [{ eventType: 'intake.valued', aggregateType: 'intake', aggregateId: intake.id, actor: tx.actor, payload }];
  });
  if (events.length > 0) await recordEvents(tx.scope, tx.tenant, events);
}

async function markValued(tx: TenantTransaction, { id, pointsVersion }: Intake, debounceMs: number): Promise<void> {
  const { points_version } = await queryBuilder<CollectSchema>(tx)
    .updateTable('cf_intakes')
    .set({ valued_version: pointsVersion })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .returning('points_version')
    .executeTakeFirstOrThrow();
  if (points_version <= pointsVersion) return;
  const options = { tenant: tx.tenant, delayMs: debounceMs, idempotencyKey: `${id}:${pointsVersion}` };
  await enqueueWithin(tx.scope, VALUE_JOB, [{ payload: { intake_id: id }, options }]);
}
