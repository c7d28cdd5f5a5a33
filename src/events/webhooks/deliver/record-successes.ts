import type { Dialect, TransactionScope } from '../../../database/index.js';
import { sharedWrite } from '../../../engine/index.js';
import type { WebhookEndpoint } from '../endpoints/endpoint.js';
import type { Attempt } from './send-delivery.js';

/** An attempt that delivered. */
export interface Success {
  readonly deliveryId: string;
  readonly endpoint: Pick<WebhookEndpoint, 'id' | 'tenant' | 'failingSince'>;
  readonly attempt: Attempt;
  /** Of the job. */
  readonly fence: number;
}

/**
 * Writes attempts that delivered, in the commit that completes their jobs. All that end at the same time share it: with a transaction for
 * each, a worker spent more time on these than on the requests.
 */
export const shareOfSuccess = sharedWrite<Success>(recordSuccesses);

async function recordSuccesses(tx: TransactionScope, successes: readonly Success[]): Promise<void> {
  const { attempts, deliveries, recovered } = STATEMENTS[tx.dialect];
  const rows = JSON.stringify(successes.map(rowOf));
  await tx.query(attempts, [rows]);
  await tx.query(deliveries, [rows]);
  // Only after a failure: a write per delivery would make all workers wait for this row.
  const failing = successes.filter(({ endpoint }) => endpoint.failingSince !== null);
  if (failing.length > 0) await tx.query(recovered, [JSON.stringify(failing.map(rowOf))]);
}

function rowOf({ deliveryId, endpoint, attempt, fence }: Success): object {
  return {
    ...{ delivery: deliveryId, tenant: endpoint.tenant, endpoint: endpoint.id, fence },
    ...{ ms: attempt.durationMs, status: attempt.httpStatus },
    ...{ headers: attempt.responseHeaders, body: attempt.responseBody },
  };
}

const STATEMENTS = { sqlite: statements('sqlite'), postgres: statements('postgres') };

function statements(dialect: Dialect): Record<'attempts' | 'deliveries' | 'recovered', string> {
  // SQLite would convert an id to a number if it were cast to a type that it does not know.
  const [source, id] =
    dialect === 'sqlite'
      ? ['json_each(?) AS new', 'TEXT']
      : ['json_array_elements(CAST($1 AS json)) AS new (value)', 'UUID'];
  const text = (name: string): string => `new.value ->> '${name}'`;
  const as = (type: string, name: string): string => `CAST(${text(name)} AS ${type})`;
  return {
    attempts: `
      INSERT INTO cf_webhook_attempts (delivery_id, fence, tenant, at, duration_ms, http_status, response_headers, response_body)
      SELECT ${as(id, 'delivery')}, ${as('INTEGER', 'fence')}, ${text('tenant')}, cf_now(), ${as('INTEGER', 'ms')},
        ${as('INTEGER', 'status')}, ${text('headers')}, ${text('body')} FROM ${source}`,
    deliveries: `
      UPDATE cf_webhook_deliveries
      SET attempts = attempts + 1, status = 'delivered', error = NULL, delivered_at = cf_now(), http_status = ${as('INTEGER', 'status')}
      FROM ${source} WHERE cf_webhook_deliveries.id = ${as(id, 'delivery')} AND cf_webhook_deliveries.tenant = ${text('tenant')}`,
    recovered: `
      UPDATE cf_webhook_endpoints SET failing_since = NULL
      FROM (SELECT DISTINCT ${as(id, 'endpoint')} AS id, ${text('tenant')} AS tenant FROM ${source} ORDER BY 1) AS recovered
      WHERE cf_webhook_endpoints.id = recovered.id AND cf_webhook_endpoints.tenant = recovered.tenant`,
  };
}
