import { snapshotNamed } from '../../../operations/index.js';
import { dataSnapshotJson, factJson, listFacts } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { FACTS } from './row-tables.js';

const SHOWN_FACTS = 1_000;

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const { snapshot, facts } = await withTenant(invocation, async ({ database }) => {
    const found = await snapshotNamed(database, args[0] ?? '');
    return { snapshot: found, facts: await listFacts(database, { snapshotId: found.id, limit: SHOWN_FACTS }) };
  });
  if (output.asJson) return output.json({ ...dataSnapshotJson(snapshot), facts: facts.map(factJson) });
  const properties = [
    ['snapshot', snapshot.id],
    ['state', snapshot.status],
    ['label', snapshot.label ?? '–'],
    ['hash', snapshot.hash ?? '–'],
    ['facts', String(snapshot.factCount ?? facts.length)],
  ] as const;
  output.print(`${renderProperties(properties)}\n`);
  output.print(renderTable(FACTS, facts, output.width));
}
