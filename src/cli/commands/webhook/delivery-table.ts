import { type Executor, shortIds } from '../../../database/index.js';
import type { WebhookDelivery } from '../../../events/index.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';

export interface TableOptions {
  readonly shortId: (id: string) => string;
  readonly width: number;
  readonly now: number;
}

export function shortDeliveryIds(
  database: Executor,
  tenant: string,
  deliveries: readonly WebhookDelivery[],
): Promise<(id: string) => string> {
  const ids = deliveries.map(({ id }) => id);
  return shortIds(database, { table: 'cf_webhook_deliveries', tenant }, ids);
}

export function deliveryTable(deliveries: readonly WebhookDelivery[], { shortId, width, now }: TableOptions): string {
  const columns: Column<WebhookDelivery>[] = [
    { title: 'ID', cell: ({ id }) => shortId(id) },
    { title: 'EVENT', cell: ({ eventType }) => eventType },
    { title: 'STATE', cell: ({ status }) => status },
    { title: 'TRIES', cell: ({ attempts }) => String(attempts), align: 'right' },
    { title: 'HTTP', cell: ({ httpStatus }) => (httpStatus === null ? '–' : String(httpStatus)), align: 'right' },
    { title: 'CREATED', cell: ({ createdAt }) => relativeTime(createdAt, now) },
    { title: 'ERROR', cell: ({ error }) => error ?? '' },
  ];
  return renderTable(columns, deliveries, width);
}
