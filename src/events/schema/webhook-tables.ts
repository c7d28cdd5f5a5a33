import type { Migration } from '../../database/index.js';

/** The tables of webhooks as Kysely sees them, the same in both databases. */
export interface WebhookSchema {
  cf_webhook_endpoints: WebhookEndpointsTable;
  cf_webhook_secrets: WebhookSecretsTable;
  cf_webhook_deliveries: WebhookDeliveriesTable;
  cf_webhook_attempts: WebhookAttemptsTable;
  cf_webhook_shares: WebhookSharesTable;
}

export interface WebhookEndpointsTable {
  id: string;
  tenant: string;
  url: string;
  /** JSON: the patterns of the events that it is subscribed to. */
  events: string;
  description: string | null;
  status: 'active' | 'paused' | 'disabled' | 'removed';
  /** Why it is disabled. */
  status_reason: string | null;
  max_attempts: number;
  /** Deliveries at the same time, over all workers. */
  max_concurrency: number;
  /** Deliveries per second, over all workers; null for any number. */
  max_per_second: number | null;
  /** The first failure since the last success. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

export interface WebhookSecretsTable {
  id: string;
  tenant: string;
  endpoint_id: string;
  key_id: string;
  sealed: string;
  created_at: number;
  /** From when on it no longer signs; null for the newest. */
  expires_at: number | null;
}

export interface WebhookDeliveriesTable {
  id: string;
  tenant: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** The job that sends it. */
  job_id: string;
  /** The delivery that this one repeats. */
  original_id: string | null;
  attempts: number;
  /** Of the last attempt that got a response. */
  http_status: number | null;
  error: string | null;
  created_at: number;
  delivered_at: number | null;
}

/** One attempt. A claim of the job has one fence, so an attempt is logged at most once. */
export interface WebhookAttemptsTable {
  delivery_id: string;
  fence: number;
  tenant: string;
  at: number;
  duration_ms: number;
  http_status: number | null;
  error: string | null;
  /** JSON. */
  response_headers: string | null;
  /** The beginning of the body. */
  response_body: string | null;
}

/** The slots of an endpoint that a worker may use until the lease expires. */
export interface WebhookSharesTable {
  endpoint_id: string;
  worker: string;
  tenant: string;
  slots: number;
  /** It would use more. */
  is_waiting: number;
  expires_at: number;
}

/** The second step of the module's migrations. */
export const WEBHOOK_STEP: Migration = {
  number: 2,
  name: 'webhooks',
  sql: {
    sqlite: tables({ id: 'TEXT', text: 'TEXT', real: 'REAL' }),
    postgres: tables({ id: 'UUID', text: 'TEXT COLLATE "C"', real: 'DOUBLE PRECISION' }),
  },
};

function tables({ id, text, real }: { id: string; text: string; real: string }): string {
  return `
CREATE TABLE cf_webhook_endpoints (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  url ${text} NOT NULL,
  events ${text} NOT NULL,
  description ${text},
  status ${text} NOT NULL CHECK (status IN ('active', 'paused', 'disabled', 'removed')),
  status_reason ${text},
  max_attempts INTEGER NOT NULL CHECK (max_attempts >= 1),
  max_concurrency INTEGER NOT NULL CHECK (max_concurrency >= 1),
  max_per_second ${real} CHECK (max_per_second > 0),
  failing_since BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX cf_webhook_endpoints_tenant ON cf_webhook_endpoints (tenant, id);

CREATE TABLE cf_webhook_secrets (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  endpoint_id ${id} NOT NULL,
  key_id ${text} NOT NULL,
  sealed ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
-- An endpoint has one newest secret.
CREATE UNIQUE INDEX cf_webhook_secrets_newest ON cf_webhook_secrets (endpoint_id) WHERE expires_at IS NULL;
CREATE INDEX cf_webhook_secrets_endpoint ON cf_webhook_secrets (endpoint_id);

CREATE TABLE cf_webhook_deliveries (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  endpoint_id ${id} NOT NULL,
  event_id ${id} NOT NULL,
  event_type ${text} NOT NULL,
  status ${text} NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  job_id ${id} NOT NULL,
  original_id ${id},
  attempts INTEGER NOT NULL DEFAULT 0,
  http_status INTEGER,
  error ${text},
  created_at BIGINT NOT NULL,
  delivered_at BIGINT,
  CONSTRAINT cf_webhook_deliveries_time CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX cf_webhook_deliveries_tenant ON cf_webhook_deliveries (tenant, id);
CREATE INDEX cf_webhook_deliveries_event ON cf_webhook_deliveries (tenant, event_id, endpoint_id);
CREATE INDEX cf_webhook_deliveries_endpoint ON cf_webhook_deliveries (endpoint_id, id);
CREATE INDEX cf_webhook_deliveries_pending ON cf_webhook_deliveries (endpoint_id) WHERE status = 'pending';

CREATE TABLE cf_webhook_attempts (
  delivery_id ${id} NOT NULL,
  fence INTEGER NOT NULL,
  tenant ${text} NOT NULL,
  at BIGINT NOT NULL,
  duration_ms INTEGER NOT NULL,
  http_status INTEGER,
  error ${text},
  response_headers ${text},
  response_body ${text},
  PRIMARY KEY (delivery_id, fence)
);

CREATE TABLE cf_webhook_shares (
  endpoint_id ${id} NOT NULL,
  worker ${text} NOT NULL,
  tenant ${text} NOT NULL,
  slots INTEGER NOT NULL CHECK (slots >= 0),
  is_waiting INTEGER NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (endpoint_id, worker)
);
`;
}
