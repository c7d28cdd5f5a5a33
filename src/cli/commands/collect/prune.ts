import { configuredRetention } from '../../../app/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

const USUAL_AGE_MS = 30 * 86_400_000;

interface PruneOptions extends TenantOptions {
  olderThan?: number;
  pointsOlderThan?: number;
}

export async function run(invocation: Invocation<PruneOptions>): Promise<void> {
  const { options, output } = invocation;
  const { pruneCollected } = await import('../../../collect/jobs/prune-points.js');
  const counts = await withTenant(invocation, ({ database }, settings) => {
    const { responsesMs = USUAL_AGE_MS, pointsMs } = configuredRetention(settings);
    const retention = {
      responsesMs: options.olderThan ?? responsesMs,
      pointsMs: options.pointsOlderThan ?? pointsMs,
    };
    return pruneCollected(database, retention, Math.round(settings.valuation_debounce_seconds * 1_000));
  });
  if (output.asJson) return output.json(counts);
  const { responses, quarantined, cached, bodies, points } = counts;
  output.message(
    `Removed ${responses} responses, ${quarantined} quarantined rows, ${cached} cache entries and ${bodies} bodies.`,
  );
  if (points > 0) output.message(`Removed ${points} prices. Their items are valued again.`);
}
