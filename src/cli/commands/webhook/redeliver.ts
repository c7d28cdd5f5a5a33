import { redeliver } from '../../../events/index.js';
import { deliveryJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  const delivery = await withEngine(invocation, ({ database }, { actor }) =>
    redeliver(database, tenantOf(options), id, actor),
  );
  if (output.asJson) return output.json(deliveryJson(delivery));
  output.print(`Delivery ${delivery.id} repeats ${delivery.originalId ?? id}.`);
}
