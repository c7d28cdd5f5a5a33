import type { MovedTable } from '../../engine/index.js';

/** What `db move` carries over of webhooks. Shares are leases of workers that do not run during a move. */
export const WEBHOOK_TABLES: readonly MovedTable[] = [
  {
    name: 'cf_webhook_endpoints',
    key: ['id'],
    columns: [
      'id',
      'tenant',
      'url',
      'events',
      'description',
      'status',
      'status_reason',
      'max_attempts',
      'max_concurrency',
      'max_per_second',
      'failing_since',
      'created_at',
      'updated_at',
    ],
  },
  {
    name: 'cf_webhook_secrets',
    key: ['id'],
    columns: ['id', 'tenant', 'endpoint_id', 'key_id', 'sealed', 'created_at', 'expires_at'],
  },
  {
    name: 'cf_webhook_deliveries',
    key: ['id'],
    columns: [
      'id',
      'tenant',
      'endpoint_id',
      'event_id',
      'event_type',
      'status',
      'job_id',
      'original_id',
      'attempts',
      'http_status',
      'error',
      'created_at',
      'delivered_at',
    ],
  },
  {
    name: 'cf_webhook_attempts',
    key: ['delivery_id', 'fence'],
    columns: [
      'delivery_id',
      'fence',
      'tenant',
      'at',
      'duration_ms',
      'http_status',
      'error',
      'response_headers',
      'response_body',
    ],
  },
];
