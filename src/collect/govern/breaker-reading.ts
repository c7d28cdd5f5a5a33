import { type RawBuilder, type Selectable, sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { BreakersTable, CollectSchema } from '../schema/tables.js';
import { BREAKER } from './breaker-policy.js';

/** A call that the breaker permitted. Its result counts only while the generation is still the same. */
export interface AdmittedCall {
  readonly sourceId: string;
  readonly generation: number;
  /** Set for the one call that tries out a source after a cooldown. */
  readonly probe: string | undefined;
  /** Whether its success would change nothing, as far as was known when it was admitted. */
  readonly isNoted?: boolean;
}

export type Refusal = 'isolated' | 'open' | 'probing' | 'backoff';

export type Admission =
  | { readonly isAdmitted: true; readonly call: AdmittedCall }
  /** `retryAt` is null if only a person can change it. */
  | { readonly isAdmitted: false; readonly refusal: Refusal; readonly retryAt: number | null; readonly now: number };

/** Time and chance, for tests. By default the database's clock. */
export interface BreakerClock {
  readonly now?: number | undefined;
  readonly random?: number | undefined;
}

/** The state of a breaker at a moment of the database's clock. */
export type BreakerReading = Pick<
  Selectable<BreakersTable>,
  | 'source_id'
  | 'generation'
  | 'opened_until'
  | 'probe_until'
  | 'isolated'
  | 'backoff_until'
  | 'failure_streak'
  | 'backoff_count'
  | 'last_success_at'
> & { readonly now: number };

export function readBreaker(
  database: TenantExecutor,
  sourceId: string,
  clock: BreakerClock = {},
): Promise<BreakerReading> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_breakers')
    .select(['source_id', 'generation', 'opened_until', 'probe_until', 'isolated', 'backoff_until'])
    .select(['failure_streak', 'backoff_count', 'last_success_at'])
    .select(at(clock).as('now'))
    .where('tenant', '=', database.tenant)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
}

/** Pure. Whether a call may be made, if it becomes the probe where one is needed. */
export function judge(reading: BreakerReading): Admission {
  const { now, generation, opened_until, probe_until, backoff_until } = reading;
  const refuse = (refusal: Refusal, retryAt: number | null): Admission => ({
    ...{ isAdmitted: false, refusal, retryAt, now },
  });
  if (reading.isolated === 1) return refuse('isolated', null);
  if (backoff_until !== null && backoff_until > now) return refuse('backoff', backoff_until);
  if (opened_until !== null && now < opened_until) return refuse('open', opened_until);
  if (opened_until !== null && probe_until !== null && probe_until > now) return refuse('probing', probe_until);
  const call = { sourceId: reading.source_id, generation, probe: undefined, isNoted: isNoted(reading) };
  return { isAdmitted: true, call };
}

/** Cooled down: only one call may be made, and its result decides. */
export function needsProbe({ opened_until }: BreakerReading): boolean {
  return opened_until !== null;
}

/** Whether a success changes nothing: the last one is recent, and no failure followed it. */
function isNoted({ failure_streak, backoff_count, last_success_at, now }: BreakerReading): boolean {
  const isRecent = last_success_at !== null && last_success_at >= now - BREAKER.noteSuccessEveryMs;
  return isRecent && failure_streak === 0 && backoff_count === 0;
}

export function at({ now }: BreakerClock): RawBuilder<number> {
  return now === undefined ? sql<number>`cf_now()` : sql<number>`CAST(${now} AS BIGINT)`;
}
