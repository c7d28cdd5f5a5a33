import { findIntake, findPoints, findSource, type StoredPoint } from '../../../collect/index.js';
import { pricePointJson } from '../../../collect/price-point-json.js';
import { isoTime } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { DEFAULT_LIMIT } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { moneyText } from '../../output/money-text.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export interface PriceOptions extends TenantOptions {
  intake?: string;
  source?: string;
}

export async function run(invocation: Invocation<PriceOptions & { limit?: number }>): Promise<void> {
  const { options, output } = invocation;
  const limit = options.limit ?? (output.asJson ? undefined : DEFAULT_LIMIT);
  const points = await withTenant(invocation, async ({ database }) => {
    const intake = options.intake === undefined ? undefined : await findIntake(database, options.intake);
    const source = options.source === undefined ? undefined : await findSource(database, options.source);
    return findPoints(database, {
      intakeIds: intake === undefined ? undefined : [intake.id],
      sourceId: source?.source.id,
      limit,
    });
  });
  if (output.asJson) return output.json(points.map(pricePointJson));
  if (points.length === 0) return output.message('No prices. Collect some with: casparian collect run');
  output.print(renderTable(COLUMNS, points, output.width));
  if (points.length === limit) output.message(`The first ${limit}. More with --limit, or --json.`);
}

const COLUMNS: readonly Column<StoredPoint>[] = [
  { title: 'ITEM', cell: ({ intake_id }) => intake_id },
  { title: 'SOURCE', cell: ({ source }) => source },
  { title: 'DATE', cell: ({ observed_at }) => isoTime(observed_at)?.slice(0, 10) ?? '' },
  { title: 'TYPE', cell: ({ price_type }) => price_type },
  { title: 'PRICE', align: 'right', cell: ({ price_cents, currency }) => moneyText(price_cents, currency) },
  { title: 'MATCH', align: 'right', cell: ({ match_per_mille }) => (match_per_mille / 1000).toFixed(3) },
  { title: 'TITLE', cell: ({ title, url }) => title ?? url ?? '' },
];
