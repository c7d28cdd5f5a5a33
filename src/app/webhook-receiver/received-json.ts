import { parseExactJson } from '../../platform/index.js';
import type { ReceivedDelivery } from './open-receiver.js';

/** A delivery that the local receiver got, as JSON. */
export function receivedJson({ deliveryId, eventType, problem, body }: ReceivedDelivery): object {
  return {
    verified: problem === undefined,
    ...(problem === undefined ? {} : { problem }),
    delivery_id: deliveryId,
    event_type: eventType,
    payload: eventOf(body),
  };
}

/** The text itself if it is not JSON: anyone can send anything. */
function eventOf(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch {
    return body;
  }
}
