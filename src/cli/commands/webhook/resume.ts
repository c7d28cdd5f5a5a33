import { endpointChange } from '../../../app/index.js';
import { resumeEndpoint } from '../../../events/index.js';
import { endpointJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  const endpoint = await withEngine(invocation, (engine, settings) =>
    resumeEndpoint(endpointChange(engine, tenantOf(options), settings), id),
  );
  if (output.asJson) return output.json(endpointJson(endpoint));
  output.print(`Endpoint ${endpoint.id} is active.`);
}
