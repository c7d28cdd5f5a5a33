import { databaseNow } from '../../engine/index.js';
import { type FailureClass, failureClassOf, type Page, resolveHost } from '../../http/index.js';
import type { CasparianError } from '../../platform/index.js';
import type { Observation } from '../activity/observation.js';
import type { ExtractedPage } from '../extract/extract-page.js';
import type { Extraction } from '../extract/extraction.js';
import { callSource, Postponed } from '../govern/governed-call.js';
import { createCacheStore, readAhead } from '../govern/http-stores.js';
import { checkRobots, obeyRobots } from '../govern/robots-gate.js';
import { publishSourceReport } from '../govern/source-reports.js';
import { queryOf } from '../intakes/intake.js';
import { continuedFetch, type ReadPage, type StoredFetch } from '../points/responses.js';
import { resolveCredentials } from '../sources/credentials.js';
import { fillTemplate } from '../sources/url-template.js';
import { extractBody, type ExtractedFetch } from './extract-fetch.js';
import type { ReadRequest } from './read-source.js';

/** A later page could not be read: `cause` says why. The pages before it need not be read again. */
export class InterruptedReading extends Error {
  override readonly name = 'InterruptedReading';
  readonly fetch: StoredFetch;

  constructor(cause: unknown, fetch: StoredFetch) {
    super('A later page could not be read', { cause });
    this.fetch = fetch;
  }
}

/** Why a source could not be read. */
export function causeOf(error: unknown): unknown {
  return error instanceof InterruptedReading ? error.cause : error;
}

/** Reads the pages that follow those that were read before. */
export async function readPages(
  request: ReadRequest,
  extraction: Extraction,
  before: StoredFetch | undefined,
): Promise<ExtractedFetch> {
  const { runtime, source, intake } = request;
  const headers = await resolveCredentials(source.credentials, runtime.env);
  const pages: ReadPage[] = [];
  const found: ExtractedPage[] = [];
  let url: string | null = fillTemplate(source.url, new Map(Object.entries(queryOf(intake))));
  /** Returns the address of the page that follows. */
  const add = async (page: ReadPage): Promise<string | null> => {
    pages.push(page);
    if (page.body === null) return null;
    const extracted = await extractBody(request, extraction, page);
    found.push(extracted);
    return extracted.layout === null ? extracted.next : null;
  };
  for (const page of before?.pages ?? []) url = await add(page);
  while (url !== null && pages.length < source.maxPages) {
    let page: ReadPage;
    try {
      page = await readPage(request, url, headers, pages.length + 1);
    } catch (error) {
      // An outdated page is not kept: the next attempt may get a new one.
      const isKept = isPassing(error) && pages.length > 0 && !pages.some(({ isStale }) => isStale);
      throw isKept ? new InterruptedReading(error, continuedFetch(before, pages)) : error;
    }
    url = await add(page);
  }
  const fetch = continuedFetch(before, pages);
  return { fetch, extracted: found.map((page, index) => ({ responseId: fetch.pages[index]?.id ?? '', page })) };
}

/**
 * Whether the same page may be readable later. If the source refuses the page itself, its address may contain a cursor that has expired, so
 * the next attempt begins with the first page.
 */
function isPassing(error: unknown): boolean {
  const failure = failureClassOf(error);
  return error instanceof Postponed || (failure !== undefined && PASSING.has(failure));
}

const PASSING: ReadonlySet<FailureClass> = new Set(['network', 'timeout', 'server', 'unavailable']);

/** One page; without a body if the source has none for this URL. */
async function readPage(
  request: ReadRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
  number: number,
): Promise<ReadPage> {
  const { runtime, database, source, context, known } = request;
  const { signal } = context;
  const { timeoutMs } = runtime;
  const observe = (observation: Observation): void => runtime.activity.note(source, observation);
  const call = { database, source, timeoutMs, signal, known, observe };
  const gate = { call, pages: runtime.pages, memory: runtime.robots };
  const crawlDelayMs = source.obeyRobots ? await obeyRobots(gate, url) : undefined;
  const recheck = async (): Promise<void> => {
    if (source.obeyRobots) await obeyRobots(gate, url);
  };
  const cache = readAhead(createCacheStore(database, source.id), url);
  // Limits belong to the host of the source. A redirect to another host only has to be permitted.
  const checkHop = async (next: URL): Promise<void> => {
    // Before robots.txt is looked for there, and so that the error names the reason.
    await resolveHost(next, { allowPrivate: runtime.allowPrivate });
    if (source.obeyRobots) await checkRobots(gate, next.href);
  };
  try {
    const page = await callSource({ ...call, crawlDelayMs, recheck }, () =>
      runtime.pages.fetchPage({
        ...{ url, headers, signal, cache, checkHop },
        ...{ deadlineMs: timeoutMs, maxBytes: runtime.maxBodyBytes },
        staleIfErrorMs: source.maxStaleSeconds * 1_000,
      }),
    );
    const result = page.source === 'network' ? 'miss' : page.source === 'cache' ? 'hit' : page.source;
    publishSourceReport({ tenant: database.tenant, source: source.name, kind: 'cache', layer: 'http', result });
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
