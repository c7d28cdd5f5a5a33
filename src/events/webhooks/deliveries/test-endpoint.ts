import { recordEvents } from '../../record-events.js';
import { TEST_EVENT } from './enqueue-deliveries.js';
import type { WebhookDelivery } from './delivery.js';
import { findDeliveries } from './find-deliveries.js';
import type { EndpointChange } from '../endpoints/add-endpoint.js';
import { ENDPOINT_AGGREGATE } from '../endpoints/endpoint.js';
import { findReceivingEndpoint } from '../endpoints/find-endpoints.js';

/** Sends the endpoint a test event. It goes the way of every event: recorded, delivered by a worker, retried. */
export async function testEndpoint({ database, tenant, actor }: EndpointChange, id: string): Promise<WebhookDelivery> {
  const endpoint = await findReceivingEndpoint(database, tenant, id);
  const [event] = await database.transaction((tx) =>
    recordEvents(tx, tenant, [
      {
        eventType: TEST_EVENT,
        aggregateType: ENDPOINT_AGGREGATE,
        aggregateId: endpoint.id,
        actor,
        payload: { message: 'This is a test event.' },
      },
    ]),
  );
  const [delivery] = await findDeliveries(database, tenant, { endpointId: endpoint.id, eventId: event?.eventId });
  if (!delivery) throw new Error('a test event always has a delivery');
  return delivery;
}
