import type { ExpressionBuilder } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { extractionOf } from '../extract/extraction-of-source.js';
import type { Intake } from '../intakes/intake.js';
import { loadIntake } from '../intakes/intakes.js';
import { findPoints, type StoredPoint } from '../points/find-points.js';
import type { NewPoint } from '../points/price-point.js';
import { storeBrokenRows } from '../points/quarantine.js';
import { listFetches, loadFetch } from '../points/responses.js';
import { storePoints } from '../points/store-points.js';
import type { CollectSchema } from '../schema/tables.js';
import { type Source, SOURCE_AGGREGATE } from '../sources/source.js';
import { requestValuation } from './collect-job.js';
import { type FoundRows, foundRows } from './found-rows.js';
import { extractFetch } from './extract-fetch.js';
import type { CollectRuntime } from './runtime.js';

/** What a replay changed. */
export interface ReplayCounts {
  /** Collections that were extracted again. */
  readonly replayed: number;
  readonly added: number;
  readonly updated: number;
  /** Points that the extraction finds no more in the response that they came from. */
  readonly removed: number;
  /** Rows of the replayed responses that break the contract, before and now. */
  readonly quarantinedBefore: number;
  readonly quarantined: number;
  /** Collections whose layout the extraction does not fit. They are left as they are. */
  readonly unreadable: number;
}

export interface ReplayRequest {
  readonly runtime: CollectRuntime;
  readonly database: TenantDatabase;
  readonly source: Source;
  /** Only this one; all by default. */
  readonly intakeId: string | undefined;
  readonly signal: AbortSignal;
}

// There is no job whose log could have the lines.
const NO_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Extracts prices once more from the stored responses of a source, without a request. For a corrected extraction. */
export async function replaySource(request: ReplayRequest): Promise<ReplayCounts> {
  const { runtime, database, source, intakeId, signal } = request;
  const context = { signal, log: NO_LOG };
  const counts = { replayed: 0, added: 0, updated: 0, removed: 0, quarantinedBefore: 0, quarantined: 0, unreadable: 0 };
  for (const listed of await listFetches(database, { sourceId: source.id, intakeId })) {
    signal.throwIfAborted();
    const [fetch, intake] = [await loadFetch(database, listed.fetchId), await loadIntake(database, listed.intakeId)];
    if (!fetch || !intake) continue;
    const { extracted } = await extractFetch({ runtime, source, context }, extractionOf(source), fetch);
    if (extracted.some(({ page }) => page.layout !== null)) {
      counts.unreadable++;
      continue;
    }
    const found = foundRows(extracted, { source, intake });
    const pageIds = fetch.pages.map(({ id }) => id);
    const change = await database.transaction((tx) => replace(tx, request, { intake, found, pageIds }));
    counts.replayed++;
    for (const name of ['added', 'updated', 'removed', 'quarantinedBefore', 'quarantined'] as const)
      counts[name] += change[name];
  }
  await database.transaction((tx) =>
    recordEvent(tx, {
      ...{ eventType: 'source.replayed', aggregateType: SOURCE_AGGREGATE, aggregateId: source.id },
      payload: { name: source.name, revision: source.revision, ...replayJson(counts) },
    }),
  );
  return counts;
}

export function replayJson(counts: ReplayCounts): Record<string, number> {
  return {
    responses_replayed: counts.replayed,
    price_points_new: counts.added,
    price_points_updated: counts.updated,
    price_points_removed: counts.removed,
    quarantined_before: counts.quarantinedBefore,
    quarantined: counts.quarantined,
    unreadable: counts.unreadable,
  };
}

async function replace(
  tx: TenantTransaction,
  { source, runtime }: ReplayRequest,
  { intake, found, pageIds }: { intake: Intake; found: FoundRows; pageIds: readonly string[] },
): Promise<Omit<ReplayCounts, 'replayed' | 'unreadable'>> {
  const place = { sourceId: source.id, intakeId: intake.id };
  const known = new Map(
    (await findPoints(tx, { intakeIds: [intake.id], sourceId: source.id })).map((point) => [point.dedupe_key, point]),
  );
  const isOurs = ({ response_id }: StoredPoint): boolean => response_id !== null && pageIds.includes(response_id);
  const keys = new Set(found.points.map(({ dedupeKey }) => dedupeKey));
  const gone = [...known.values()].filter((point) => isOurs(point) && !keys.has(point.dedupe_key));
  const changed = found.points.filter((point) => {
    const before = known.get(point.dedupeKey);
    return before === undefined || (isOurs(before) ? !isSame(before, point) : isStronger(before, point));
  });
  const corrected = changed.flatMap(({ dedupeKey }) => {
    const before = known.get(dedupeKey);
    return before !== undefined && isOurs(before) ? [before] : [];
  });
  await weaken(tx, { ...place, points: corrected });
  await remove(tx, { ...place, points: gone });
  // A point stays stale until its source reports it.
  const stale = new Set([...known.values()].filter((point) => point.stale === 1).map((point) => point.dedupe_key));
  const [old, current] = [
    changed.filter(({ dedupeKey }) => stale.has(dedupeKey)),
    changed.filter(({ dedupeKey }) => !stale.has(dedupeKey)),
  ];
  const stored = [
    await storePoints(tx, { ...place, isStale: true }, old),
    await storePoints(tx, { ...place, isStale: false }, current),
  ];
  const [added, updated] = [
    stored.reduce((sum, one) => sum + one.added, 0),
    stored.reduce((sum, one) => sum + one.updated, 0),
  ];
  const released = await releaseBrokenRows(tx, pageIds);
  for (const { responseId, jobId } of released.jobs) {
    const rows = found.broken.filter((row) => row.responseId === responseId);
    await storeBrokenRows(tx, { ...place, jobId }, rows);
  }
  if (added + updated + gone.length > 0) await requestValuation(tx, intake.id, runtime.debounceMs);
  const quarantined = { quarantinedBefore: released.count, quarantined: found.broken.length };
  return { added, updated, removed: gone.length, ...quarantined };
}

function isSame(stored: StoredPoint, point: NewPoint): boolean {
  const before = [
    ...[stored.external_id, stored.title, stored.url, stored.price_cents, stored.currency, stored.price_type],
    ...[stored.observed_at, stored.match_per_mille, stored.shipping_cents, stored.lot_size, stored.best_offer],
    ...[stored.unsold, stored.seller, stored.grade, stored.details],
  ];
  const now = [
    ...[point.externalId, point.title, point.url, point.priceCents, point.currency, point.priceType],
    ...[point.observedAt, point.matchPerMille, point.shippingCents, point.lotSize, point.bestOffer ? 1 : 0],
    ...[point.unsold ? 1 : 0, point.seller, point.grade, JSON.stringify(point.details)],
  ];
  return JSON.stringify(before) === JSON.stringify(now);
}

function isStronger(stored: StoredPoint, point: NewPoint): boolean {
  const difference = point.matchPerMille - stored.match_per_mille;
  return difference > 0 || (difference === 0 && point.observedAt > stored.observed_at);
}

/** Points of one intake and source, by their keys. */
interface PlacedPoints {
  readonly intakeId: string;
  readonly sourceId: string;
  readonly points: readonly StoredPoint[];
}

/** The weakest match of the earliest time: whatever the response says now replaces it. First and last time of the point stay. */
async function weaken(tx: TenantTransaction, placed: PlacedPoints): Promise<void> {
  const weakest = { match_per_mille: 0, observed_at: Number.MIN_SAFE_INTEGER };
  if (placed.points.length > 0)
    await queryBuilder<CollectSchema>(tx)
      .updateTable('cf_price_points')
      .set(weakest)
      .where(isOneOf(tx, placed))
      .execute();
}

async function remove(tx: TenantTransaction, placed: PlacedPoints): Promise<void> {
  if (placed.points.length > 0)
    await queryBuilder<CollectSchema>(tx).deleteFrom('cf_price_points').where(isOneOf(tx, placed)).execute();
}

function isOneOf({ tenant }: TenantTransaction, { intakeId, sourceId, points }: PlacedPoints) {
  return (is: ExpressionBuilder<CollectSchema, 'cf_price_points'>) =>
    is.and([
      is('tenant', '=', tenant),
      is('intake_id', '=', intakeId),
      is('source_id', '=', sourceId),
      is(
        'dedupe_key',
        'in',
        points.map((point) => point.dedupe_key),
      ),
    ]);
}

/** Removes what the old extraction quarantined. Returns the pages with the jobs that read them. */
async function releaseBrokenRows(
  tx: TenantTransaction,
  pageIds: readonly string[],
): Promise<{ count: number; jobs: { responseId: string; jobId: string }[] }> {
  const builder = queryBuilder<CollectSchema>(tx);
  const removed = await builder
    .deleteFrom('cf_source_quarantine')
    .where('tenant', '=', tx.tenant)
    .where('response_id', 'in', pageIds)
    .returning('id')
    .execute();
  const jobs = await builder
    .selectFrom('cf_source_responses')
    .select(['id as responseId', 'job_id as jobId'])
    .where('tenant', '=', tx.tenant)
    .where('id', 'in', pageIds)
    .execute();
  return { count: removed.length, jobs };
}
