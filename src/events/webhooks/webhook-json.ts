import { isoTime } from '../../platform/index.js';
import type { DeliveryAttempt, WebhookDelivery } from './deliveries/delivery.js';
import type { DeliveryRequest } from './deliveries/delivery-request.js';
import type { AddedEndpoint } from './endpoints/add-endpoint.js';
import type { WebhookEndpoint } from './endpoints/endpoint.js';
import type { WebhookSubscription } from './endpoints/subscriptions.js';
import type { RotatedSecret } from './endpoints/rotate-secret.js';

/** Endpoints and deliveries as JSON, the same in every interface. A secret is only in what creates it. */

export function addedEndpointJson({ id, url, secret, events }: AddedEndpoint): object {
  return { id, url, secret, events };
}

export function rotatedSecretJson({ id, secret, oldSecretUntil }: RotatedSecret): object {
  return { id, secret, old_secret_until: isoTime(oldSecretUntil) };
}

export function endpointJson(endpoint: WebhookEndpoint): object {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    description: endpoint.description,
    max_attempts: endpoint.maxAttempts,
    concurrency: endpoint.maxConcurrency,
    rate: endpoint.maxPerSecond,
    failing_since: isoTime(endpoint.failingSince),
    created_at: isoTime(endpoint.createdAt),
    tenant: endpoint.tenant,
  };
}

export function subscriptionJson({ id, endpointId, event }: WebhookSubscription): object {
  return { id, webhook_endpoint_id: endpointId, event_type: event };
}

export function deliveryJson(delivery: WebhookDelivery): object {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    status: delivery.status,
    http_status: delivery.httpStatus,
    attempts: delivery.attempts,
    delivered_at: isoTime(delivery.deliveredAt),
    error: delivery.error,
    event_type: delivery.eventType,
    created_at: isoTime(delivery.createdAt),
  };
}

export function deliveryDetailsJson(
  delivery: WebhookDelivery,
  attempts: readonly DeliveryAttempt[],
  request: DeliveryRequest | undefined,
): object {
  return {
    ...deliveryJson(delivery),
    original_id: delivery.originalId,
    job_id: delivery.jobId,
    request: request ?? null,
    attempt_log: attempts.map(attemptJson),
  };
}

function attemptJson(attempt: DeliveryAttempt): object {
  return {
    at: isoTime(attempt.at),
    duration_ms: attempt.durationMs,
    http_status: attempt.httpStatus,
    error: attempt.error,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
  };
}
