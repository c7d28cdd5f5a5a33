import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, type TenantTransaction, tenantTransaction } from '../../database/index.js';
import {
  complete,
  completeWithWarnings,
  enqueueWithin,
  type JobContext,
  type Outcome,
  PermanentError,
  snooze,
} from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { BREAKER } from '../govern/breaker-policy.js';
import { knownNow, Postponed } from '../govern/governed-call.js';
import { loadIntake } from '../intakes/intakes.js';
import { type Intake, queryOf } from '../intakes/intake.js';
import type { NewPoint } from '../points/price-point.js';
import { type BrokenRow, storeBrokenRows } from '../points/quarantine.js';
import { packBody, type PackedBody, queryKey, storeResponses, type StoredFetch } from '../points/responses.js';
import { storePoints } from '../points/store-points.js';
import { keepUnfinished, removeUnfinished } from '../points/unfinished-fetch.js';
import type { CollectSchema } from '../schema/tables.js';
import { loadSource } from '../sources/find-sources.js';
import { type Source, SOURCE_AGGREGATE } from '../sources/source.js';
import { foundRows } from './found-rows.js';
import { type CollectPayload, VALUE_JOB } from './job-types.js';
import { causeOf, InterruptedReading } from './read-pages.js';
import { readSource, type SourceReading } from './read-source.js';
import type { CollectRuntime } from './runtime.js';

/** Collects the prices of one intake at one source. */
export async function collectPrices(
  runtime: CollectRuntime,
  payload: CollectPayload,
  context: JobContext,
): Promise<Outcome> {
  const database = tenantDatabase(runtime.database, context.job.tenant);
  const [loaded, intake] = await Promise.all([
    loadSource(database, payload.source_id),
    loadIntake(database, payload.intake_id),
  ]);
  if (!loaded) throw new PermanentError(`There is no source ${payload.source_id}`);
  if (!intake) throw new PermanentError(`There is no intake ${payload.intake_id}`);
  const { source, health } = loaded;
  let reading: SourceReading;
  try {
    const known = knownNow({ ...loaded.breaker, now: loaded.now });
    reading = await readSource({ runtime, database, source, intake, context, known, jobId: context.job.id });
  } catch (error) {
    if (error instanceof InterruptedReading) await keepPages(error.fetch, { source, intake, context });
    const cause = causeOf(error);
    if (!(cause instanceof Postponed)) throw cause;
    context.log.info(`Waits: ${cause.why}`);
    const stalledMs = context.job.startedAt - (health.lastSuccessAt ?? source.createdAt);
    if (stalledMs > BREAKER.maxStallMs) context.log.warn(`Source ${source.name} is stalled: no success for 15 minutes`);
    return snooze(cause.delayMs);
  }
  const changed = reading.extracted.find(({ page }) => page.layout !== null)?.page.layout;
  if (changed) throw await layoutChanged(reading, changed.message, { source, intake, context });
  const facts = await collected(reading, { source, intake, jobId: context.job.id });
  const result = {
    ...{
      from: reading.isStale ? 'stale' : reading.from,
      pages: reading.fetch.pages.length,
      points: facts.points.length,
      quarantined: facts.broken.length,
    },
  };
  const write = (scope: Parameters<typeof tenantTransaction>[0]): Promise<void> =>
    commit(tenantTransaction(scope, context.job.tenant), facts, runtime.debounceMs);
  const broken = facts.broken.length;
  const warnings =
    broken === 0 ? [] : [`${broken === 1 ? '1 row breaks' : `${broken} rows break`} the contract of the source`];
  return warnings.length === 0 ? complete(result, { write }) : completeWithWarnings(result, warnings, { write });
}

/** What a collection writes. */
interface Collected {
  readonly source: Source;
  readonly intake: Intake;
  readonly jobId: string;
  readonly reading: SourceReading;
  readonly points: readonly NewPoint[];
  readonly broken: readonly BrokenRow[];
  readonly bodies: ReadonlyMap<string, PackedBody>;
}

async function collected(
  reading: SourceReading,
  about: { source: Source; intake: Intake; jobId: string },
): Promise<Collected> {
  const { points, broken } = foundRows(reading.extracted, about);
  // What came from the cache is stored already.
  const bodies = reading.from === 'network' ? await packBodies(reading.fetch) : new Map<string, PackedBody>();
  return { ...about, reading, points, broken, bodies };
}

async function packBodies({ pages }: StoredFetch): Promise<Map<string, PackedBody>> {
  const bodies = new Map<string, PackedBody>();
  for (const { id, body } of pages) if (body !== null) bodies.set(id, await packBody(body));
  return bodies;
}

/** The job goes on with the next page when it runs again. */
async function keepPages(
  fetch: StoredFetch,
  { source, intake, context }: { source: Source; intake: Intake; context: JobContext },
): Promise<void> {
  const bodies = await packBodies(fetch);
  await context.transaction((scope) =>
    keepUnfinished(tenantTransaction(scope, context.job.tenant), fetch, bodies, {
      ...{ sourceId: source.id, intakeId: intake.id, jobId: context.job.id },
      ...{ queryKey: queryKey(source, queryOf(intake)), revision: source.revision },
    }),
  );
}

/** Everything that a collection found, in the transaction that completes its job. */
async function commit(tx: TenantTransaction, facts: Collected, debounceMs: number): Promise<void> {
  const { source, intake, jobId, reading, points, broken, bodies } = facts;
  const place = { sourceId: source.id, intakeId: intake.id, jobId };
  if (reading.from === 'network') {
    // They are stored once more, with the pages that followed.
    if (reading.fetch.pages.length > 1) await removeUnfinished(tx, { ...place, queryKey: reading.queryKey });
    await storeResponses(tx, reading.fetch, bodies, {
      ...place,
      queryKey: reading.queryKey,
      revision: source.revision,
    });
    await storeBrokenRows(tx, place, broken);
  }
  const counts = await storePoints(tx, { ...place, isStale: reading.isStale }, points);
  const builder = queryBuilder<CollectSchema>(tx);
  await builder
    .updateTable('cf_collections')
    .set({
      ...{ points_new: counts.added, points_updated: counts.updated, duplicates: counts.duplicates },
      ...{ quarantined: broken.length, collected_at: sql<number>`cf_now()` },
    })
    .where('tenant', '=', tx.tenant)
    .where('intake_id', '=', intake.id)
    .where('source_id', '=', source.id)
    .where('job_id', '=', jobId)
    .execute();
  if (counts.added + counts.updated > 0) await requestValuation(tx, intake.id, debounceMs);
}

/** One valuation job for all changes since the last valuation. The row of the intake is locked by the update. */
export async function requestValuation(tx: TenantTransaction, intakeId: string, debounceMs: number): Promise<void> {
  const { valued_version } = await queryBuilder<CollectSchema>(tx)
    .updateTable('cf_intakes')
    .set((is) => ({ points_version: is('points_version', '+', 1) }))
    .where('tenant', '=', tx.tenant)
    .where('id', '=', intakeId)
    .returning('valued_version')
    .executeTakeFirstOrThrow();
  const options = { tenant: tx.tenant, delayMs: debounceMs, idempotencyKey: `${intakeId}:${valued_version}` };
  await enqueueWithin(tx.scope, VALUE_JOB, [{ payload: { intake_id: intakeId }, options }]);
}

/** Keeps the page for the person who corrects the extraction. The cache does not use it, and no price comes from it. */
async function layoutChanged(
  reading: SourceReading,
  message: string,
  { source, intake, context }: { source: Source; intake: Intake; context: JobContext },
): Promise<CasparianError> {
  const place = { sourceId: source.id, intakeId: intake.id, jobId: context.job.id };
  const facts = await collected(reading, { source, intake, jobId: context.job.id });
  const [page] = reading.extracted;
  const broken = {
    responseId: page?.responseId ?? null,
    rowNumber: 1,
    field: null,
    errorType: 'layout',
    message,
    raw: null,
  };
  await context.transaction(async (scope) => {
    const tx = tenantTransaction(scope, context.job.tenant);
    if (reading.from === 'network') {
      await removeUnfinished(tx, { ...place, queryKey: reading.queryKey });
      const about = { ...place, queryKey: `changed ${reading.queryKey}`, revision: source.revision };
      await storeResponses(tx, reading.fetch, facts.bodies, about);
    }
    await storeBrokenRows(tx, place, [broken]);
    await recordEvent(tx, {
      ...{ eventType: 'source.layout_changed', aggregateType: SOURCE_AGGREGATE, aggregateId: source.id },
      payload: { name: source.name, message },
    });
  });
  return new CasparianError('SOURCE_UNREADABLE', `Source ${source.name} sent something unexpected`, {
    why: message,
    next: [hint('See it with', { action: 'source.test', arguments: [source.name] })],
  });
}
