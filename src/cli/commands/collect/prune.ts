import { pruneResponses } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

const USUAL_AGE_MS = 30 * 86_400_000;

export async function run(invocation: Invocation<TenantOptions & { olderThan?: number }>): Promise<void> {
  const { options, output } = invocation;
  const counts = await withTenant(invocation, ({ database }) =>
    pruneResponses(database, options.olderThan ?? USUAL_AGE_MS),
  );
  if (output.asJson) return output.json(counts);
  const { responses, quarantined, cached, bodies } = counts;
  output.message(
    `Removed ${responses} responses, ${quarantined} quarantined rows, ${cached} cache entries and ${bodies} bodies.`,
  );
}
