import { databaseNow, type JobContext } from '../../engine/index.js';
import type { TenantDatabase } from '../../database/index.js';
import type { Observation } from '../activity/observation.js';
import { extractionOf } from '../extract/extraction-of-source.js';
import type { Extraction } from '../extract/extraction.js';
import { readBreaker } from '../govern/breaker-reading.js';
import { callSource, type KnownBreaker, knownNow, Postponed, postponeIfPaused } from '../govern/governed-call.js';
import { publishSourceReport } from '../govern/source-reports.js';
import { type Intake, queryOf } from '../intakes/intake.js';
import { findFetch, newFetch, queryKey, type StoredFetch } from '../points/responses.js';
import { findUnfinished } from '../points/unfinished-fetch.js';
import type { Source } from '../sources/source.js';
import { type ExtractedFetch, extractFetch } from './extract-fetch.js';
import { causeOf, readPages } from './read-pages.js';
import type { CollectRuntime } from './runtime.js';

export interface ReadRequest {
  readonly runtime: CollectRuntime;
  readonly database: TenantDatabase;
  readonly source: Source;
  readonly intake: Intake;
  readonly context: Pick<JobContext, 'signal' | 'log'>;
  /** What was read with the source; read once more without it. */
  readonly known?: KnownBreaker | undefined;
  /** The job that may have been postponed between two pages. */
  readonly jobId?: string | undefined;
}

/** The pages of a source for an intake, and what was found on them. */
export interface SourceReading extends ExtractedFetch {
  readonly queryKey: string;
  /** `stale`: an older response, because the source is down. */
  readonly from: 'network' | 'cache' | 'stale';
  /** A page is older than it should be. Its points are flagged. */
  readonly isStale: boolean;
}

const NO_REQUEST = { durationMs: 0, waitMs: 0 };
const ADAPTER_PAGE = 'application/x-ndjson';

/** Reads a source through all gates. Fails with Postponed if a gate refuses; with InterruptedReading between two pages. */
export async function readSource(given: ReadRequest): Promise<SourceReading> {
  const { database, source, intake, jobId } = given;
  const known = given.known ?? knownNow(await readBreaker(database, source.id));
  const request = { ...given, known };
  const { now } = known.reading;
  postponeIfPaused(source, now);
  const key = queryKey(source, queryOf(intake));
  const extraction = extractionOf(source);
  const cached = await findCached(request, key, now);
  publishSourceReport({ ...ofSource(request), result: cached ? 'hit' : 'miss' });
  if (cached) {
    given.runtime.activity.note(source, { outcome: 'cached', ...NO_REQUEST });
    return { ...(await extractFetch(request, extraction, cached)), queryKey: key, from: 'cache', isStale: false };
  }
  try {
    const before =
      jobId === undefined || source.maxPages === 1
        ? undefined
        : await findUnfinished(database, { sourceId: source.id, jobId, queryKey: key });
    const read =
      source.kind === 'adapter' ? await runAdapter(request, extraction) : await readPages(request, extraction, before);
    const isStale = read.fetch.pages.some((page) => page.isStale === true);
    return { ...read, queryKey: key, from: 'network', isStale };
  } catch (error) {
    const cause = causeOf(error);
    if (!(cause instanceof Postponed) || !cause.isDown) throw error;
    const stale = await findFetch(database, source.id, key, source.maxStaleSeconds * 1_000);
    if (!stale) throw error;
    publishSourceReport({ ...ofSource(request), result: 'stale' });
    given.runtime.activity.note(source, { outcome: 'stale', ...NO_REQUEST });
    return { ...(await extractFetch(request, extraction, stale)), queryKey: key, from: 'stale', isStale: true };
  }
}

function ofSource({ database, source }: ReadRequest) {
  return { tenant: database.tenant, source: source.name, kind: 'cache', layer: 'response' } as const;
}

/** A stored response within its TTL. What was not there is remembered for a shorter time. */
async function findCached(
  { database, source }: ReadRequest,
  key: string,
  now: number,
): Promise<StoredFetch | undefined> {
  const maxAgeMs = Math.max(source.cacheTtlSeconds, source.negativeTtlSeconds) * 1_000;
  if (maxAgeMs === 0) return undefined;
  const found = await findFetch(database, source.id, key, maxAgeMs);
  if (!found) return undefined;
  const isMissing = found.pages.every(({ body }) => body === null);
  const ttlSeconds = isMissing ? source.negativeTtlSeconds : source.cacheTtlSeconds;
  return now - found.fetchedAt < ttlSeconds * 1_000 ? found : undefined;
}

/** An adapter makes its own requests. Its run takes the tokens of as many requests as the source declares. */
async function runAdapter(request: ReadRequest, extraction: Extraction): Promise<ExtractedFetch> {
  const { runtime, database, source, intake, context, known } = request;
  const { signal } = context;
  const tokens = source.options.requestsPerRun ?? 1;
  const observe = (observation: Observation): void => runtime.activity.note(source, observation);
  const call = { database, source, timeoutMs: runtime.timeoutMs, signal, known, tokens, observe };
  const rows = await callSource(call, () =>
    runtime.rows.runAdapter({ source, intake, query: queryOf(intake), signal }),
  );
  const body = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const fetchedAt = await databaseNow(database);
  const fetch = newFetch([{ page: 1, url: source.url, status: 200, contentType: ADAPTER_PAGE, body, fetchedAt }]);
  return extractFetch(request, extraction, fetch);
}
