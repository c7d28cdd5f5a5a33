import { openConfiguredCollect } from '../../../app/index.js';
import { findIntake, findSource } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions & { intake?: string }>): Promise<void> {
  const { args, options, output } = invocation;
  const [name = ''] = args;
  const { replayJson, replaySource } = await import('../../../collect/jobs/replay-source.js');
  const counts = await withTenant(invocation, async ({ engine, database }, settings) => {
    const { source } = await findSource(database, name);
    const intakeId = options.intake === undefined ? undefined : (await findIntake(database, options.intake)).id;
    const runtime = openConfiguredCollect(engine, settings);
    const { signal } = new AbortController();
    try {
      return await replaySource({ runtime, database, source, intakeId, signal });
    } finally {
      await runtime.close();
    }
  });
  if (output.asJson) return output.json(replayJson(counts));
  const { replayed, added, updated, removed, quarantinedBefore, quarantined, unreadable } = counts;
  output.message(`${replayed} responses replayed: ${added} new prices, ${updated} corrected, ${removed} removed.`);
  output.message(`${quarantined} rows break the contract; before it were ${quarantinedBefore}.`);
  if (unreadable > 0) output.message(`${unreadable} responses do not fit the extraction, and are left as they are.`);
}
