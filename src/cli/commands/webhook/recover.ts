import { findEndpoint, recoverDeliveries } from '../../../events/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';

export interface RecoverOptions extends TenantOptions {
  since: Date;
}

export async function run(invocation: Invocation<RecoverOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [given = ''] = args;
  const tenant = tenantOf(options);
  const { since } = options;
  const { id, recovered } = await withEngine(invocation, async ({ database }, { actor }) => {
    const { id: endpointId } = await findEndpoint(database, tenant, given);
    return { id: endpointId, recovered: await recoverDeliveries(database, tenant, { endpointId, since, actor }) };
  });
  if (output.asJson) return output.json({ endpoint_id: id, since: since.toISOString(), recovered });
  const events = recovered === 1 ? '1 event is' : `${recovered} events are`;
  output.print(`${events} sent again to endpoint ${id}.`);
}
