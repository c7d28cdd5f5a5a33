import type { Selectable } from 'kysely';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '../../schema/webhook-tables.js';

/** One event for one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly tenant: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly jobId: string;
  readonly originalId: string | null;
  readonly attempts: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One request of a delivery, with the beginning of its response. */
export interface DeliveryAttempt {
  readonly at: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

export function deliveryOf(row: Selectable<WebhookDeliveriesTable>): WebhookDelivery {
  return {
    id: row.id,
    tenant: row.tenant,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    jobId: row.job_id,
    originalId: row.original_id,
    attempts: row.attempts,
    httpStatus: row.http_status,
    error: row.error,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}

export function attemptOf(row: Selectable<WebhookAttemptsTable>): DeliveryAttempt {
  return {
    at: row.at,
    durationMs: row.duration_ms,
    httpStatus: row.http_status,
    error: row.error,
    responseHeaders:
      row.response_headers === null ? null : (JSON.parse(row.response_headers) as Record<string, string>),
    responseBody: row.response_body,
  };
}
