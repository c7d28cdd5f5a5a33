import type { WebhookDelivery } from '../../../events/index.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';

export function deliveryTable(deliveries: readonly WebhookDelivery[], width: number, now: number): string {
  const columns: Column<WebhookDelivery>[] = [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'EVENT', cell: ({ eventType }) => eventType },
    { title: 'STATE', cell: ({ status }) => status },
    { title: 'TRIES', cell: ({ attempts }) => String(attempts), align: 'right' },
    { title: 'HTTP', cell: ({ httpStatus }) => (httpStatus === null ? '–' : String(httpStatus)), align: 'right' },
    { title: 'CREATED', cell: ({ createdAt }) => relativeTime(createdAt, now) },
    { title: 'ERROR', cell: ({ error }) => error ?? '' },
  ];
  return renderTable(columns, deliveries, width);
}
