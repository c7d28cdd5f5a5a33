import type { Selectable } from 'kysely';
import type { WebhookEndpointsTable } from '../../schema/webhook-tables.js';

/** A URL of another system that is told about events. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  /** Names of events; `*` matches any characters. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: 'active' | 'paused' | 'disabled' | 'removed';
  readonly statusReason: string | null;
  readonly maxAttempts: number;
  readonly maxConcurrency: number;
  readonly maxPerSecond: number | null;
  readonly failingSince: number | null;
  readonly createdAt: number;
}

export const ENDPOINT_DEFAULTS = { maxAttempts: 15, maxConcurrency: 10 } as const;

/** The type of the aggregate that changes of endpoints are events of. */
export const ENDPOINT_AGGREGATE = 'webhook_endpoint';

export function endpointOf(row: Selectable<WebhookEndpointsTable>): WebhookEndpoint {
  return {
    id: row.id,
    tenant: row.tenant,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    description: row.description,
    status: row.status,
    statusReason: row.status_reason,
    maxAttempts: row.max_attempts,
    maxConcurrency: row.max_concurrency,
    maxPerSecond: row.max_per_second,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}
