import { snapshotNamed } from '../../../operations/index.js';
import { dataSnapshotJson, sealDataSnapshot } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const snapshot = await withTenant(invocation, async ({ database }) => {
    const { id } = await snapshotNamed(database, args[0] ?? '');
    return database.transaction((tx) => sealDataSnapshot(tx, id));
  });
  if (output.asJson) return output.json(dataSnapshotJson(snapshot));
  output.print(`Snapshot ${snapshot.id} is sealed. Its hash is ${snapshot.hash ?? ''}.`);
  output.message(`Compile it: casparian passport compile SKU --snapshot ${snapshot.id} --rules NAME`);
}
