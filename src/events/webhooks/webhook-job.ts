import type { StandardSchemaV1 } from '@standard-schema/spec';
import { declareJob } from '../../engine/index.js';

interface DeliverWebhookPayload {
  readonly webhook_delivery_id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PAYLOAD_SCHEMA: StandardSchemaV1<DeliverWebhookPayload> = {
  '~standard': {
    version: 1,
    vendor: 'casparian',
    validate: (value) => {
      const { webhook_delivery_id: id } = Object(value) as Partial<DeliverWebhookPayload>;
      if (typeof id === 'string' && UUID.test(id)) return { value: { webhook_delivery_id: id } };
      return { issues: [{ message: 'webhook_delivery_id must be the id of a delivery' }] };
    },
  },
};

/**
 * Sends one delivery. It is retried after 5 s, 10 s, 20 s … up to 12 h: 15 attempts take about a day, which is how long a receiver may be
 * away without a loss. The attempts are a property of the endpoint.
 */
export const DELIVER_WEBHOOK_JOB = declareJob({
  type: 'DELIVER_WEBHOOK',
  payload: PAYLOAD_SCHEMA,
  label: ({ webhook_delivery_id: id }) => id,
  retry: { kind: 'exponential', baseMs: 5_000, capMs: 43_200_000, jitter: 0.1 },
  priority: 3,
});

/** A delivery to an endpoint that responds waits this long for its turn, at most. Then it looks again. */
export const MAX_FAST_WAIT_MS = 3_000;

/** Deliveries that have not had their turn yet: a worker that runs what is due must not leave them behind. */
export const DELIVERY_TURNS = { type: DELIVER_WEBHOOK_JOB.type, withinMs: MAX_FAST_WAIT_MS };
