import { DELIVERY_STATUSES, findDeliveries, findEndpoint, getEvent } from '../../../events/index.js';
import { deliveryJson } from '../../../events/webhooks/webhook-json.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';
import { deliveryTable, shortDeliveryIds } from './delivery-table.js';

export interface DeliveriesOptions extends TenantOptions {
  endpoint?: string;
  event?: string;
  status?: string;
  limit?: number;
}

export async function run(invocation: Invocation<DeliveriesOptions>): Promise<void> {
  const { options, output } = invocation;
  const limit = limitOf(options, output);
  const status = statusOf(options.status);
  const tenant = tenantOf(options);
  const { deliveries, shortId } = await withEngine(invocation, async ({ database }) => {
    const endpointId =
      options.endpoint === undefined ? undefined : (await findEndpoint(database, tenant, options.endpoint)).id;
    const eventId =
      options.event === undefined ? undefined : (await getEvent(database, tenant, options.event)).event.eventId;
    const found = await findDeliveries(database, tenant, { endpointId, eventId, status, limit });
    return { deliveries: found, shortId: await shortDeliveryIds(database, tenant, found) };
  });
  if (output.asJson) return output.json(deliveries.map(deliveryJson));
  if (deliveries.length === 0) return output.message('No deliveries.');
  output.print(deliveryTable(deliveries, { shortId, width: output.width, now: Date.now() }));
}

/** In upper or lower case: the specification writes PENDING. */
function statusOf(given: string | undefined): (typeof DELIVERY_STATUSES)[number] | undefined {
  if (given === undefined) return undefined;
  const status = DELIVERY_STATUSES.find((one) => one === given.toLowerCase());
  if (status) return status;
  throw new CasparianError('OPTION_INVALID', `--status cannot be '${given}'`, {
    why: `A delivery is ${DELIVERY_STATUSES.join(', ')}.`,
  });
}
