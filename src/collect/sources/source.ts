import type { Selectable } from 'kysely';
import type { BreakersTable, SourcesTable } from '../schema/tables.js';

export const SOURCE_KINDS = ['json', 'html', 'csv', 'feed', 'adapter'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a user can say about a source. */
export interface SourceFields {
  readonly kind: SourceKind;
  readonly url: string;
  /** The extraction as it was given. */
  readonly extract: unknown;
  readonly contract: unknown;
  readonly options: SourceOptions;
  /** References to secrets, by the name of the header that they are sent in. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly terms: string | null;
  readonly enabled: boolean;
  readonly ratePerMinute: number | null;
  readonly burst: number;
  readonly maxConcurrency: number;
  readonly cacheTtlSeconds: number;
  readonly negativeTtlSeconds: number;
  readonly maxStaleSeconds: number;
  readonly refreshSeconds: number;
  readonly maxPages: number;
  readonly obeyRobots: boolean;
  readonly trust: number;
}

/** A place that has prices, and how politely it is asked. */
export interface Source extends SourceFields {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly revision: number;
  readonly pausedUntil: number | null;
  readonly pauseReason: string | null;
  readonly createdAt: number;
}

/** What only some kinds need. */
export interface SourceOptions {
  /** Tokens that one run of an adapter takes. */
  readonly requestsPerRun?: number;
  /** How a feed is read: delimiter, sheet and so on. */
  readonly reading?: Readonly<Record<string, unknown>>;
  /** The buyer's premium in percent, for prices of which the source says that they do not include it. */
  readonly premiumPercent?: number;
  /** The query parameters that identify an item in a URL. */
  readonly keepParameters?: readonly string[];
}

/** Rates are per minute. Sixty requests a minute are polite for an API; pages should be given less. */
export const SOURCE_DEFAULTS = {
  ...{ burst: 5, maxConcurrency: 2, maxPages: 1, obeyRobots: true, trust: 1, ratePerMinute: 60 },
  ...{ cacheTtlSeconds: 3_600, negativeTtlSeconds: 900, maxStaleSeconds: 604_800, refreshSeconds: 86_400 },
} as const;

/** A pause without an end. The last moment that ISO 8601 writes with four digits of the year. */
export const PAUSED_FOR_GOOD = 253_402_300_799_999;

/** The type of the aggregate that changes of sources are events of. */
export const SOURCE_AGGREGATE = 'source';

export type BreakerState = 'closed' | 'open' | 'half_open' | 'isolated';

/** What the breaker knows about a source. */
export interface SourceHealth {
  readonly state: BreakerState;
  readonly generation: number;
  readonly failureStreak: number;
  readonly openCount: number;
  readonly openedUntil: number | null;
  readonly probeUntil: number | null;
  readonly backoffUntil: number | null;
  readonly isolatedBy: string | null;
  readonly reason: string | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastFailure: string | null;
}

export function sourceOf(row: Selectable<SourcesTable>): Source {
  return {
    id: row.id,
    tenant: row.tenant,
    name: row.name,
    kind: row.kind,
    url: row.url,
    extract: row.extract === null ? null : (JSON.parse(row.extract) as unknown),
    contract: row.contract === null ? null : (JSON.parse(row.contract) as unknown),
    options: JSON.parse(row.options) as SourceOptions,
    credentials: JSON.parse(row.credentials) as Record<string, string>,
    terms: row.terms,
    enabled: row.enabled === 1,
    ratePerMinute: row.rate_per_minute,
    burst: row.burst,
    maxConcurrency: row.max_concurrency,
    cacheTtlSeconds: row.cache_ttl_seconds,
    negativeTtlSeconds: row.negative_ttl_seconds,
    maxStaleSeconds: row.max_stale_seconds,
    refreshSeconds: row.refresh_seconds,
    maxPages: row.max_pages,
    obeyRobots: row.obey_robots === 1,
    trust: row.trust,
    revision: row.revision,
    pausedUntil: row.paused_until,
    pauseReason: row.pause_reason,
    createdAt: row.created_at,
  };
}

export function healthOf(row: Selectable<BreakersTable>, now: number): SourceHealth {
  return {
    state: stateOf(row, now),
    generation: row.generation,
    failureStreak: row.failure_streak,
    openCount: row.open_count,
    openedUntil: row.opened_until,
    probeUntil: row.probe_until,
    backoffUntil: row.backoff_until !== null && row.backoff_until > now ? row.backoff_until : null,
    isolatedBy: row.isolated_by,
    reason: row.reason,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastFailure: row.last_failure,
  };
}

/** Half open from the end of the cooldown until a probe has reported. */
function stateOf(row: Selectable<BreakersTable>, now: number): BreakerState {
  if (row.isolated === 1) return 'isolated';
  if (row.opened_until === null) return 'closed';
  return now < row.opened_until ? 'open' : 'half_open';
}

/** When requests may be sent again: after a pause by hand, the cooldown of the breaker, and the wait that the source asked for. */
export function pausedUntil(
  { pausedUntil: byHand }: Source,
  { state, openedUntil, backoffUntil }: SourceHealth,
): number | null {
  const times = [byHand, state === 'open' ? openedUntil : null, backoffUntil].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}
