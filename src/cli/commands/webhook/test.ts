import { endpointChange } from '../../../app/index.js';
import { testEndpoint } from '../../../events/index.js';
import { deliveryJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  const delivery = await withEngine(invocation, (engine, settings) =>
    testEndpoint(endpointChange(engine, tenantOf(options), settings), id),
  );
  if (output.asJson) return output.json(deliveryJson(delivery));
  output.print(`Delivery ${delivery.id} of a test event waits for a worker.`);
  output.message(`See what becomes of it: casparian webhook show ${delivery.id}`);
}
