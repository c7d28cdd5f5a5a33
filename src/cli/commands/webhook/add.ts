import { endpointChange } from '../../../app/index.js';
import { addEndpoint } from '../../../events/index.js';
import { addedEndpointJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties } from '../../output/table.js';
import { tenantOf, withEngine } from '../../session.js';

export interface AddOptions extends TenantOptions {
  events: string[];
  description?: string;
  maxAttempts?: number;
  concurrency?: number;
  rate?: number;
}

export async function run(invocation: Invocation<AddOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [url = ''] = args;
  const { events, description, maxAttempts, concurrency: maxConcurrency, rate: maxPerSecond } = options;
  const wanted = { url, events, description, maxAttempts, maxConcurrency, maxPerSecond };
  const added = await withEngine(invocation, (engine, settings) =>
    addEndpoint(endpointChange(engine, tenantOf(options), settings), wanted, {
      allowPrivate: settings.allow_private_addresses,
    }),
  );
  if (added.createdKey !== undefined) {
    output.message(`Created ${added.createdKey}, the key that encrypts the secrets of webhooks. Back it up.`);
  }
  if (output.asJson) return output.json(addedEndpointJson(added));
  output.print(
    renderProperties([
      ['id', added.id],
      ['url', added.url],
      ['events', added.events.join(', ')],
      ['secret', added.secret],
    ]),
  );
  output.message('The secret is not shown again. Give it to the receiver.');
}
