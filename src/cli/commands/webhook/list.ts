import { shortIds } from '../../../database/index.js';
import { listEndpoints, type WebhookEndpoint } from '../../../events/index.js';
import { endpointJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { tenantOf, withEngine } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, options } = invocation;
  const tenant = tenantOf(options);
  const { endpoints, shortId } = await withEngine(invocation, async ({ database }) => {
    const found = await listEndpoints(database, tenant);
    const place = { table: 'cf_webhook_endpoints', tenant };
    const ids = found.map(({ id }) => id);
    return { endpoints: found, shortId: await shortIds(database, place, ids) };
  });
  if (output.asJson) return output.json(endpoints.map(endpointJson));
  if (endpoints.length === 0) return output.message('No webhook endpoints. Add one with: casparian webhook add');
  const columns: Column<WebhookEndpoint>[] = [
    { title: 'ID', cell: ({ id }) => shortId(id) },
    { title: 'STATE', cell: ({ status }) => status },
    { title: 'EVENTS', cell: ({ events }) => events.join(', ') },
    { title: 'URL', cell: ({ url }) => url },
  ];
  output.print(renderTable(columns, endpoints, output.width));
}
