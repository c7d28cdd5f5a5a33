import type { RoundCounts } from './round-counts.js';

export function roundJson(counts: RoundCounts): object {
  return {
    jobs: counts.jobs,
    completed: counts.completed,
    snoozed: counts.snoozed,
    failed: counts.failed,
    price_points_new: counts.pricePointsNew,
    price_points_updated: counts.pricePointsUpdated,
    duplicates: counts.duplicates,
    quarantined: counts.quarantined,
  };
}
