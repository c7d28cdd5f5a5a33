import {
  attemptsOf,
  type DeliveryAttempt,
  findDeliveries,
  findEndpoint,
  getDelivery,
  requestOf,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../events/index.js';
import { deliveryDetailsJson, deliveryJson, endpointJson } from '../../../events/webhooks/webhook-json.js';
import { CasparianError, formatDuration } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { renderProperties } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import { tenantOf, withEngine } from '../../session.js';
import { deliveryTable, shortDeliveryIds, type TableOptions } from './delivery-table.js';

const LAST_DELIVERIES = 10;

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const [id = ''] = args;
  const tenant = tenantOf(options);
  await withEngine(invocation, async ({ database }) => {
    const endpoint = await findEndpoint(database, tenant, id).catch((error: unknown) => notFound(error));
    if (endpoint) {
      const deliveries = await findDeliveries(database, tenant, { endpointId: endpoint.id, limit: LAST_DELIVERIES });
      if (!output.asJson)
        return output.print(
          endpointText(endpoint, deliveries, {
            shortId: await shortDeliveryIds(database, tenant, deliveries),
            width: output.width,
            now: Date.now(),
          }),
        );
      return output.json({ ...endpointJson(endpoint), deliveries: deliveries.map(deliveryJson) });
    }
    const delivery = await getDelivery(database, tenant, id);
    const attempts = await attemptsOf(database, delivery);
    if (output.asJson) {
      return output.json(deliveryDetailsJson(delivery, attempts, await requestOf(database, delivery)));
    }
    output.print(deliveryText(delivery, attempts));
  });
}

function notFound(error: unknown): undefined {
  if (error instanceof CasparianError && error.code === 'WEBHOOK_NOT_FOUND') return undefined;
  throw error;
}

function endpointText(
  endpoint: WebhookEndpoint,
  deliveries: readonly WebhookDelivery[],
  options: TableOptions,
): string {
  const { now } = options;
  const { status, statusReason, failingSince, maxPerSecond } = endpoint;
  const properties: [string, string][] = [
    ['id', endpoint.id],
    ['url', endpoint.url],
    ['events', endpoint.events.join(', ')],
    ['state', statusReason === null ? status : `${status}: ${statusReason}`],
    ...(endpoint.description === null ? [] : [['description', endpoint.description] as [string, string]]),
    ['attempts', `up to ${endpoint.maxAttempts} per delivery`],
    [
      'limits',
      `${endpoint.maxConcurrency} at the same time${maxPerSecond === null ? '' : `, ${maxPerSecond} per second`}`,
    ],
    ...(failingSince === null ? [] : [['failing since', fullTime(failingSince, now)] as [string, string]]),
    ['created', fullTime(endpoint.createdAt, now)],
  ];
  const list = deliveries.length === 0 ? 'No deliveries yet.' : deliveryTable(deliveries, options);
  return `${renderProperties(properties)}\n\n${list}`;
}

function deliveryText(delivery: WebhookDelivery, attempts: readonly DeliveryAttempt[]): string {
  const now = Date.now();
  const properties: [string, string][] = [
    ['id', delivery.id],
    ['event', `${delivery.eventType} ${delivery.eventId}`],
    ['endpoint', delivery.endpointId],
    ['state', delivery.status],
    ...(delivery.error === null ? [] : [['error', delivery.error] as [string, string]]),
    ...(delivery.originalId === null ? [] : [['repeats', delivery.originalId] as [string, string]]),
    ['job', delivery.jobId],
    ['created', fullTime(delivery.createdAt, now)],
    ['delivered', fullTime(delivery.deliveredAt, now)],
  ];
  return [renderProperties(properties), ...attempts.map((attempt, at) => attemptText(attempt, at + 1, now))].join(
    '\n\n',
  );
}

function attemptText(attempt: DeliveryAttempt, number: number, now: number): string {
  const outcome = attempt.httpStatus === null ? (attempt.error ?? '') : `HTTP ${attempt.httpStatus}`;
  const head = `Attempt ${number}, ${fullTime(attempt.at, now)}: ${outcome} after ${formatDuration(attempt.durationMs)}`;
  const body = attempt.responseBody ? `\n${printable(attempt.responseBody)}` : '';
  return `${head}${body}`;
}
