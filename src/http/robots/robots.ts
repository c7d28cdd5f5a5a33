import type { PageClient } from '../pages/page-client.js';
import { PRODUCT_TOKEN } from '../pages/user-agent.js';
import { fetchRobots } from './fetch-robots.js';
import { decidingRule } from './match-rules.js';
import { rulesFor } from './robots-file.js';
import type { RobotsRecord, RobotsStore } from './robots-store.js';

export interface RobotsVerdict {
  readonly allowed: boolean;
  /** One sentence. */
  readonly why: string;
  /** The least pause between two requests that the file asks for. */
  readonly crawlDelayMs: number | undefined;
  /** Whether robots.txt was fetched for this. */
  readonly fetched: boolean;
}

export interface RobotsOptions {
  readonly pages: PageClient;
  readonly store: RobotsStore;
  readonly now?: (() => number) | undefined;
}

export interface Robots {
  /** Whether robots.txt of the URL's origin permits to fetch it. Fails only if it is aborted. */
  check(url: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<RobotsVerdict>;
}

/** After this time without a response, a file counts as absent (RFC 9309 section 2.3.1.4). */
const UNREACHABLE_MS = 30 * 86_400_000;

/** Decides by robots.txt (RFC 9309) which URLs may be fetched. Files are kept for up to a day. */
export function createRobots({ pages, store, now = Date.now }: RobotsOptions): Robots {
  return {
    check: async (text, { signal } = {}) => {
      const url = new URL(text);
      // The file itself is always permitted (section 2.2.2).
      if (url.pathname === '/robots.txt') return verdict(true, 'robots.txt may always be fetched.');
      const known = await store.get(url.origin);
      if (known && now() < known.freshUntil) return judge(known, url, now());
      const record = await fetchRobots(pages, url.origin, known, now(), signal);
      await store.put(record);
      return { ...judge(record, url, now()), fetched: true };
    },
  };
}

/** Pure: what a record says about a URL. */
export function judge(record: RobotsRecord, url: URL, now: number): RobotsVerdict {
  const { state, text, unreachableSince } = record;
  if (state === 'absent') return verdict(true, 'The site has no robots.txt.');
  if (state === 'unreachable' && now - (unreachableSince ?? now) < UNREACHABLE_MS) {
    return verdict(false, 'robots.txt cannot be reached, so nothing may be fetched.');
  }
  // The last copy, if there is one. Without rules, everything is permitted.
  const rules = rulesFor(text, PRODUCT_TOKEN);
  const rule = decidingRule(rules, url);
  if (!rule) return verdict(true, 'No rule of robots.txt concerns it.', rules.crawlDelayMs);
  return verdict(rule.allows, `robots.txt has the rule "${rule.line}".`, rules.crawlDelayMs);
}

function verdict(allowed: boolean, why: string, crawlDelayMs?: number): RobotsVerdict {
  return { allowed, why, crawlDelayMs, fetched: false };
}
