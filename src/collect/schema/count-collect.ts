import type { Executor } from '../../database/index.js';

/** How much of each kind there is, for all tenants. */
export interface CollectCounts {
  readonly sources: number;
  readonly intakes: number;
  readonly price_points: number;
  readonly valuations: number;
  /** Rows that broke the contract of their source. */
  readonly quarantined: number;
}

const COUNTS = `SELECT
  (SELECT count(*) FROM cf_sources) AS sources,
  (SELECT count(*) FROM cf_intakes) AS intakes,
  (SELECT count(*) FROM cf_price_points) AS price_points,
  (SELECT count(*) FROM cf_valuations) AS valuations,
  (SELECT count(*) FROM cf_source_quarantine) AS quarantined`;

export async function countCollect(database: Executor): Promise<CollectCounts> {
  const [counts] = await database.query<{ [Name in keyof CollectCounts]: number }>(COUNTS);
  return counts as CollectCounts;
}
