import { configuredSigningKeys } from '../../../app/index.js';
import { sealEvents } from '../../../events/index.js';
import { treeHeadJson } from '../../../events/tree/head-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { headText } from './head-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  const head = await withTenant(invocation, async ({ engine, tenant }, settings) =>
    sealEvents(engine.database, tenant, await configuredSigningKeys(settings).current()),
  );
  if (output.asJson) return output.json(head === undefined ? null : treeHeadJson(head));
  if (head === undefined) return output.message('There are no events to sign.');
  output.print(headText(head));
  output.message(
    'Keep a copy elsewhere, to prove later that no event was removed: casparian events seal --json > head.json',
  );
}
