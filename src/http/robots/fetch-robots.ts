import { CasparianError } from '../../platform/index.js';
import { failureClassOf } from '../pages/failure.js';
import type { PageClient } from '../pages/page-client.js';
import { MAX_ROBOTS_BYTES } from './robots-file.js';
import type { RobotsRecord } from './robots-store.js';

/** RFC 9309 section 2.4: no longer than a day. */
const FRESH_MS = 86_400_000;
/** An origin in trouble is asked again soon, but not with every page. */
const RETRY_MS = 600_000;
const DEADLINE_MS = 20_000;
/** RFC 9309 section 2.3.1.2: at least five. */
const MAX_REDIRECTS = 5;

/** Fetches robots.txt of an origin. Whatever the origin does is a record; fails only if it is aborted. */
export async function fetchRobots(
  pages: PageClient,
  origin: string,
  known: RobotsRecord | undefined,
  now: number,
  signal: AbortSignal | undefined,
): Promise<RobotsRecord> {
  const checked = { origin, checkedAt: now };
  try {
    const { body } = await pages.fetchPage({
      url: `${origin}/robots.txt`,
      headers: { accept: 'text/plain, */*;q=0.5' },
      deadlineMs: DEADLINE_MS,
      maxRedirects: MAX_REDIRECTS,
      signal,
    });
    return { ...checked, state: 'found', text: textOf(body), freshUntil: now + FRESH_MS, unreachableSince: null };
  } catch (error) {
    if (failureClassOf(error) === undefined || signal?.aborted) throw error;
    if (isAbsent(error)) {
      return { ...checked, state: 'absent', text: '', freshUntil: now + FRESH_MS, unreachableSince: null };
    }
    const pauseMs = error instanceof CasparianError ? (error.retryAfterMs ?? RETRY_MS) : RETRY_MS;
    return {
      ...checked,
      state: 'unreachable',
      text: known?.text ?? '',
      freshUntil: now + Math.max(RETRY_MS, pauseMs),
      unreachableSince: known?.unreachableSince ?? now,
    };
  }
}

/**
 * 4xx means that there is no file (RFC 9309 section 2.3.1.3), except for 429: a site that wants fewer requests does not
 * permit all of them. Too many redirects mean the same. Everything else leaves open whether there is a file.
 */
function isAbsent(error: unknown): boolean {
  if (error instanceof CasparianError && error.code === 'REDIRECT_REFUSED') return error.facts?.['reason'] === 'count';
  const failure = failureClassOf(error);
  return failure === 'not_found' || failure === 'client' || failure === 'blocked';
}

/** A line that the limit cuts off could mean something else than the whole line. */
function textOf(body: Buffer): string {
  if (body.length <= MAX_ROBOTS_BYTES) return body.toString('utf8');
  const text = body.subarray(0, MAX_ROBOTS_BYTES).toString('utf8');
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}
