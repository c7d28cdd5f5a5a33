import { databaseNow, type JobContext } from '../../engine/index.js';
import type { TenantDatabase } from '../../database/index.js';
import { createRobots, decodeText, failureClassOf, type Page, resolveHost } from '../../http/index.js';
import { CasparianError } from '../../platform/index.js';
import { extractPage, type ExtractedPage } from '../extract/extract-page.js';
import { extractionOf } from '../extract/extraction-of-source.js';
import type { Extraction } from '../extract/extraction.js';
import { callSource, Postponed, postponeIfPaused } from '../govern/governed-call.js';
import { createCacheStore, createRobotsStore } from '../govern/http-stores.js';
import { type Intake, queryOf } from '../intakes/intake.js';
import { findFetch, newFetch, queryKey, type ReadPage, type StoredFetch } from '../points/responses.js';
import { resolveCredentials } from '../sources/credentials.js';
import type { Source } from '../sources/source.js';
import { fillTemplate } from '../sources/url-template.js';
import type { CollectRuntime, Row } from './runtime.js';

export interface ReadRequest {
  readonly runtime: CollectRuntime;
  readonly database: TenantDatabase;
  readonly source: Source;
  readonly intake: Intake;
  readonly context: Pick<JobContext, 'signal' | 'log'>;
}

/** The pages of a source for an intake, and what was found on them. */
export interface SourceReading {
  readonly fetch: StoredFetch;
  readonly queryKey: string;
  readonly extracted: readonly { readonly responseId: string; readonly page: ExtractedPage }[];
  /** `stale`: an older response, because the source is down. */
  readonly from: 'network' | 'cache' | 'stale';
  /** A page is older than it should be. Its points are flagged. */
  readonly isStale: boolean;
}

/** Later pages of one collection wait for their tokens here: a postponed job would read the first ones again. */
const PAGE_WAIT_MS = 60_000;
const ADAPTER_PAGE = 'application/x-ndjson';

/** Reads a source through all gates. Fails with Postponed if a gate refuses. */
export async function readSource(request: ReadRequest): Promise<SourceReading> {
  const { database, source, intake } = request;
  const now = await databaseNow(database);
  postponeIfPaused(source, now);
  const key = queryKey(source, queryOf(intake));
  const extraction = extractionOf(source);
  const cached = await findCached(request, key, now);
  if (cached)
    return { ...(await extractFetch(request, extraction, cached)), queryKey: key, from: 'cache', isStale: false };
  try {
    const read =
      source.kind === 'adapter' ? await runAdapter(request, extraction) : await readPages(request, extraction);
    const isStale = read.fetch.pages.some((page) => page.isStale === true);
    return { ...read, queryKey: key, from: 'network', isStale };
  } catch (error) {
    if (!(error instanceof Postponed) || !error.isDown) throw error;
    const stale = await findFetch(database, source.id, key, source.maxStaleSeconds * 1_000);
    if (!stale) throw error;
    return { ...(await extractFetch(request, extraction, stale)), queryKey: key, from: 'stale', isStale: true };
  }
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

async function readPages(
  request: ReadRequest,
  extraction: Extraction,
): Promise<Pick<SourceReading, 'fetch' | 'extracted'>> {
  const { runtime, source, intake } = request;
  const first = fillTemplate(source.url, new Map(Object.entries(queryOf(intake))));
  const headers = await resolveCredentials(source.credentials, runtime.env);
  const pages: ReadPage[] = [];
  const found: ExtractedPage[] = [];
  for (let url: string | null = first; url !== null && pages.length < source.maxPages;) {
    const page: ReadPage = await readPage(request, url, headers, pages.length + 1);
    pages.push(page);
    if (page.body === null) break;
    const extracted: ExtractedPage = await extractBody(request, extraction, page);
    found.push(extracted);
    url = extracted.layout === null ? extracted.next : null;
  }
  const fetch = newFetch(pages);
  return { fetch, extracted: found.map((page, index) => ({ responseId: fetch.pages[index]?.id ?? '', page })) };
}

/** One page; without a body if the source has none for this URL. */
async function readPage(
  request: ReadRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
  number: number,
): Promise<ReadPage> {
  const { runtime, database, source, context } = request;
  const { signal } = context;
  const call = {
    database,
    source,
    timeoutMs: runtime.timeoutMs,
    signal,
    ...(number > 1 ? { maxWaitMs: PAGE_WAIT_MS } : {}),
  };
  const crawlDelayMs = source.obeyRobots ? await obeyRobots(request, url) : undefined;
  const recheck = async (): Promise<void> => {
    if (source.obeyRobots) await obeyRobots(request, url);
  };
  const cache = createCacheStore(database, source.id);
  // Limits belong to the host of the source. A redirect to another host only has to be permitted.
  const checkHop = async (next: URL): Promise<void> => {
    // Before robots.txt is looked for there, and so that the error names the reason.
    await resolveHost(next, { allowPrivate: runtime.allowPrivate });
    if (source.obeyRobots) requireAllowed(source, await robotsOf(request).check(next.href, { signal }));
  };
  try {
    const page = await callSource({ ...call, crawlDelayMs, recheck }, () =>
      runtime.pages.fetchPage({
        ...{ url, headers, signal, cache, checkHop },
        ...{ deadlineMs: runtime.timeoutMs, maxBytes: runtime.maxBodyBytes },
        staleIfErrorMs: source.maxStaleSeconds * 1_000,
      }),
    );
    return readPageOf(page, number);
  } catch (error) {
    if (failureClassOf(error) !== 'not_found') throw error;
    const status = (error as CasparianError).facts?.['status'];
    return {
      ...{ page: number, url, status: typeof status === 'number' ? status : 404, contentType: null, body: null },
      fetchedAt: await databaseNow(database),
    };
  }
}

function readPageOf({ url, status, headers, body, fetchedAt, source }: Page, page: number): ReadPage {
  const contentType = headers['content-type'] ?? null;
  return { page, url, status, contentType, body, fetchedAt: Math.round(fetchedAt), isStale: source === 'stale' };
}

/** Fails if robots.txt does not permit the URL. Returns the pause between requests that it asks for. */
async function obeyRobots(request: ReadRequest, url: string): Promise<number | undefined> {
  const { runtime, database, source, context } = request;
  const store = createRobotsStore(database);
  const { origin } = new URL(url);
  const known = await store.get(origin);
  const { signal } = context;
  const check = (): ReturnType<ReturnType<typeof robotsOf>['check']> => robotsOf(request).check(url, { signal });
  const isFresh = known !== undefined && Date.now() < known.freshUntil;
  const verdict = isFresh
    ? await check()
    : await callSource({ database, source, timeoutMs: runtime.timeoutMs, signal }, async () => {
        const fetched = await check();
        const record = await store.get(origin);
        if (record?.state !== 'unreachable' || fetched.allowed) return fetched;
        throw new CasparianError('NETWORK_ERROR', `The robots.txt of ${new URL(url).host} cannot be reached`, {
          why: 'Without it nothing may be requested (RFC 9309).',
        });
      });
  requireAllowed(source, verdict);
  return verdict.crawlDelayMs;
}

function requireAllowed({ name }: Source, { allowed, why }: { allowed: boolean; why: string }): void {
  if (allowed) return;
  throw new CasparianError('ROBOTS_DISALLOWED', `The robots.txt of source ${name} does not permit this URL`, { why });
}

function robotsOf({ runtime, database }: ReadRequest): ReturnType<typeof createRobots> {
  return createRobots({ pages: runtime.pages, store: createRobotsStore(database) });
}

export async function extractFetch(
  request: Pick<ReadRequest, 'runtime' | 'source' | 'context'>,
  extraction: Extraction,
  fetch: StoredFetch,
): Promise<Pick<SourceReading, 'fetch' | 'extracted'>> {
  const extracted: { responseId: string; page: ExtractedPage }[] = [];
  for (const page of fetch.pages) {
    if (page.body === null) continue;
    extracted.push({ responseId: page.id, page: await extractBody(request, extraction, page) });
  }
  return { fetch, extracted };
}

async function extractBody(
  { runtime, source, context }: Pick<ReadRequest, 'runtime' | 'source' | 'context'>,
  extraction: Extraction,
  { body, url, contentType, fetchedAt, page: number }: ReadPage,
): Promise<ExtractedPage> {
  const bytes = body ?? Buffer.alloc(0);
  const place = { url, fetchedAtMs: fetchedAt, number };
  if (source.kind === 'adapter') return extractPage(extraction, { ...place, content: rowsOfLines(bytes) });
  if (source.kind === 'csv' || source.kind === 'feed') {
    const content = await runtime.rows.readFeed(bytes, { url, signal: context.signal });
    return extractPage(extraction, { ...place, content });
  }
  const headers = contentType === null ? {} : { 'content-type': contentType };
  const { text, problem } = decodeText({ headers, body: bytes });
  if (problem) context.log.warn(`The text of the page is damaged: ${problem}`);
  return extractPage(extraction, { ...place, content: text });
}

/** What is found in a response that was saved to a file. */
export function extractSaved(
  request: Pick<ReadRequest, 'runtime' | 'source' | 'context'>,
  body: Buffer,
): Promise<ExtractedPage> {
  const url = fillTemplate(request.source.url, new Map());
  const page = { page: 1, url, status: 200, contentType: null, body, fetchedAt: Date.now() };
  return extractBody(request, extractionOf(request.source), page);
}

/** An adapter makes its own requests. Its run takes the tokens of as many requests as the source declares. */
async function runAdapter(
  request: ReadRequest,
  extraction: Extraction,
): Promise<Pick<SourceReading, 'fetch' | 'extracted'>> {
  const { runtime, database, source, intake, context } = request;
  const { signal } = context;
  const call = { database, source, timeoutMs: runtime.timeoutMs, signal, tokens: source.options.requestsPerRun ?? 1 };
  const rows = await callSource(call, () =>
    runtime.rows.runAdapter({ source, intake, query: queryOf(intake), signal }),
  );
  const body = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const fetchedAt = await databaseNow(database);
  const fetch = newFetch([{ page: 1, url: source.url, status: 200, contentType: ADAPTER_PAGE, body, fetchedAt }]);
  return extractFetch(request, extraction, fetch);
}

function rowsOfLines(body: Buffer): Row[] {
  const lines = body.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
