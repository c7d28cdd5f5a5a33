import { endpointChange } from '../../../app/index.js';
import { findEndpoint, listSubscriptions, subscribe, unsubscribe } from '../../../events/index.js';
import { endpointJson } from '../../../events/webhooks/webhook-json.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { tenantOf, withEngine } from '../../session.js';

export interface SubscribeOptions extends TenantOptions {
  add?: string[];
  remove?: string[];
}

/** Changes which events an endpoint receives. What is to be removed is looked for before anything changes. */
export async function run(invocation: Invocation<SubscribeOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const { add = [], remove = [] } = options;
  if (add.length + remove.length === 0) throw nothingToDo();
  const tenant = tenantOf(options);
  const endpoint = await withEngine(invocation, async (engine, settings) => {
    const change = endpointChange(engine, tenant, settings);
    const { id } = await findEndpoint(engine.database, tenant, args[0] ?? '');
    const known = await listSubscriptions(engine.database, tenant, id);
    const removed = remove.map((name) => known.find(({ event }) => event === name)?.id ?? notSubscribed(name, known));
    for (const name of add) await subscribe(change, id, name);
    for (const subscription of removed) await unsubscribe(change, subscription);
    return findEndpoint(engine.database, tenant, id);
  });
  if (output.asJson) return output.json(endpointJson(endpoint));
  output.print(`Endpoint ${endpoint.id} receives ${endpoint.events.join(', ') || 'nothing'}.`);
}

function nothingToDo(): CasparianError {
  return new CasparianError('USAGE', 'No event is named', { next: ['Name events with --add or --remove.'] });
}

function notSubscribed(name: string, known: readonly { readonly event: string }[]): never {
  throw new CasparianError('WEBHOOK_NOT_FOUND', `The endpoint does not receive '${name}'`, {
    why: `It receives ${known.map(({ event }) => event).join(', ') || 'nothing'}.`,
  });
}
