import { isoTime } from '../platform/index.js';
import type { SourceHealthRow } from './govern/sources-health.js';
import type { IntakeCollection } from './intakes/collections.js';
import type { Intake } from './intakes/intake.js';
import type { SourceQuarantineTable } from './schema/tables.js';
import type { SourceWithHealth } from './sources/find-sources.js';
import { pausedUntil } from './sources/source.js';

/** Sources and intakes as JSON, the same in every interface. Credentials are references, never values. */

export function sourceJson({ source, health }: SourceWithHealth, tokensLeft: number | null): object {
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    url: source.url,
    enabled: source.enabled,
    state: health.state,
    failure_streak: health.failureStreak,
    paused_until: isoTime(pausedUntil(source, health)),
    tokens_left: tokensLeft,
    last_success_at: isoTime(health.lastSuccessAt),
    last_failure_at: isoTime(health.lastFailureAt),
    last_failure: health.lastFailure,
    open_count: health.openCount,
    pause_reason: source.pauseReason ?? health.reason,
    isolated_by: health.isolatedBy,
    rate_per_minute: source.ratePerMinute,
    burst: source.burst,
    concurrency: source.maxConcurrency,
    cache_ttl_seconds: source.cacheTtlSeconds,
    negative_ttl_seconds: source.negativeTtlSeconds,
    max_stale_seconds: source.maxStaleSeconds,
    refresh_seconds: source.refreshSeconds,
    max_pages: source.maxPages,
    obey_robots: source.obeyRobots,
    trust: source.trust,
    terms: source.terms,
    extract: source.extract,
    contract: source.contract,
    credentials: source.credentials,
    options: source.options,
    revision: source.revision,
    created_at: isoTime(source.createdAt),
  };
}

export function intakeJson(intake: Intake): object {
  return {
    id: intake.id,
    ref: intake.ref,
    title: intake.title,
    year: intake.year,
    mint_mark: intake.mintMark,
    denomination: intake.denomination,
    series: intake.series,
    attributes: intake.attributes,
    created_at: isoTime(intake.createdAt),
  };
}

/** An item with its value and what each source has. */
export function intakeDetailsJson(
  intake: Intake,
  collections: readonly IntakeCollection[],
  valuation: { readonly value_cents: number | null; readonly currency: string | null } | undefined,
): object {
  return {
    ...intakeJson(intake),
    value_cents: valuation?.value_cents ?? null,
    currency: valuation?.currency ?? null,
    collections: collections.map(({ collected_at, ...rest }) => ({ ...rest, collected_at: isoTime(collected_at) })),
  };
}

export function sourceHealthJson({ source, health, waiting, running, isStalled }: SourceHealthRow): object {
  return {
    name: source.name,
    enabled: source.enabled,
    state: health.state,
    failure_streak: health.failureStreak,
    last_success_at: isoTime(health.lastSuccessAt),
    last_failure_at: isoTime(health.lastFailureAt),
    last_failure: health.lastFailure,
    paused_until: isoTime(pausedUntil(source, health)),
    waiting_jobs: waiting,
    running_jobs: running,
    stalled: isStalled,
  };
}

/** A row that broke the contract of its source. */
export function brokenRowJson(row: SourceQuarantineTable): object {
  return {
    id: row.id,
    intake_id: row.intake_id,
    job_id: row.job_id,
    response_id: row.response_id,
    row: row.row_number,
    column: row.field,
    type: row.error_type,
    reason: row.error_message,
    raw: row.raw_data,
    created_at: isoTime(row.created_at),
  };
}
