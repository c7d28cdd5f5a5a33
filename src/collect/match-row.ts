import type { PriceRow } from './extract/price-row.js';
import { dedupeKey } from './price/dedupe-key.js';
import { type Match, type MatchIntake, matchStrength } from './price/match-strength.js';

export interface MatchedRow extends PriceRow {
  readonly dedupeKey: string;
  readonly matchPerMille: number;
  /** How the strength was found; null if the source states it. */
  readonly match: Match | null;
}

/** A row of a source as a price of an item: its dedupe key, and how well it matches. */
export function matchRow(row: PriceRow, intake: MatchIntake, keepParameters: readonly string[] = []): MatchedRow {
  const match = row.matchPerMille === null ? matchStrength(intake, row) : null;
  return {
    ...row,
    dedupeKey: dedupeKey({ ...row, observedOn: dayOf(row.observedAt) }, keepParameters),
    matchPerMille: row.matchPerMille ?? match?.perMille ?? 0,
    match,
  };
}

/** The day in UTC, `2026-03-01`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
