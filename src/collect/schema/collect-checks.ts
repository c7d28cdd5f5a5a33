import type { Database } from '../../database/index.js';
import type { DatabaseCheck, Finding } from '../../engine/index.js';

const MAX_EXAMPLES = 5;

/** Rows that contradict each other, over all tenants. Each statement selects the ids of such rows. */
const CONTRADICTIONS: readonly { readonly check: string; readonly message: string; readonly ids: string }[] = [
  {
    check: 'sources',
    message: 'sources have no breaker',
    ids: `SELECT source.id AS id FROM cf_sources source
      WHERE NOT EXISTS (SELECT 1 FROM cf_source_breakers breaker WHERE breaker.source_id = source.id AND breaker.tenant = source.tenant)`,
  },
  {
    check: 'sources',
    message: 'responses have lost their body',
    ids: `SELECT response.id AS id FROM cf_source_responses response WHERE response.body_hash IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM cf_source_bodies body WHERE body.tenant = response.tenant AND body.hash = response.body_hash)`,
  },
  {
    check: 'price points',
    message: 'prices belong to no source',
    ids: `SELECT point.intake_id AS id FROM cf_price_points point
      WHERE NOT EXISTS (SELECT 1 FROM cf_sources source WHERE source.id = point.source_id AND source.tenant = point.tenant)`,
  },
  {
    check: 'price points',
    message: 'prices belong to no intake',
    ids: `SELECT point.intake_id AS id FROM cf_price_points point
      WHERE NOT EXISTS (SELECT 1 FROM cf_intakes intake WHERE intake.id = point.intake_id AND intake.tenant = point.tenant)`,
  },
  {
    check: 'valuations',
    message: 'valuations belong to no intake',
    ids: `SELECT valuation.intake_id AS id FROM cf_valuations valuation
      WHERE NOT EXISTS (SELECT 1 FROM cf_intakes intake WHERE intake.id = valuation.intake_id AND intake.tenant = valuation.tenant)`,
  },
  {
    check: 'valuations',
    message: 'valuations are not newer than their history',
    ids: `SELECT valuation.intake_id AS id FROM cf_valuations valuation JOIN cf_valuation_history earlier
      ON earlier.tenant = valuation.tenant AND earlier.intake_id = valuation.intake_id WHERE earlier.version >= valuation.version`,
  },
  {
    check: 'valuations',
    message: 'intakes are valued with points that do not exist yet',
    ids: 'SELECT intake.id AS id FROM cf_intakes intake WHERE intake.valued_version > intake.points_version',
  },
];

/** Whether sources, price points and valuations fit together. */
export function collectChecks(database: Database): DatabaseCheck[] {
  const names = [...new Set(CONTRADICTIONS.map(({ check }) => check))];
  return names.map((name) => ({
    name,
    run: async () => {
      const findings: Finding[] = [];
      for (const { message, ids } of CONTRADICTIONS.filter(({ check }) => check === name)) {
        const [found] = await database.query<{ count: number }>(`SELECT count(*) AS count FROM (${ids}) AS found`);
        const count = Number(found?.count ?? 0);
        if (count === 0) continue;
        const rows = await database.query<{ id: string }>(`${ids} LIMIT ${MAX_EXAMPLES}`);
        const examples = rows.map(({ id }) => id);
        findings.push({ check: name, severity: 'damage', message: `${message} (${count})`, count, examples });
      }
      return findings;
    },
  }));
}
