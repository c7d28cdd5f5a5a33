import { listEndpoints, type WebhookEndpoint } from '../../../events/index.js';
import { endpointJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { tenantOf, withEngine } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, options } = invocation;
  const endpoints = await withEngine(invocation, ({ database }) => listEndpoints(database, tenantOf(options)));
  if (output.asJson) return output.json(endpoints.map(endpointJson));
  if (endpoints.length === 0) return output.message('No webhook endpoints. Add one with: casparian webhook add');
  const columns: Column<WebhookEndpoint>[] = [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'STATE', cell: ({ status }) => status },
    { title: 'EVENTS', cell: ({ events }) => events.join(', ') },
    { title: 'URL', cell: ({ url }) => url },
  ];
  output.print(renderTable(columns, endpoints, output.width));
}
