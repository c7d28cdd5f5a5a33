import { buildSnapshot, documentVersionNamed } from '../../../operations/index.js';
import { dataSnapshotJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withPassports } from './passport-scope.js';

export interface SnapshotOptions extends TenantOptions {
  document: string[];
  label?: string;
}

export async function run(invocation: Invocation<SnapshotOptions>): Promise<void> {
  const { options, output } = invocation;
  const snapshot = await withPassports(invocation, async (scope) => {
    const documentVersionIds: string[] = [];
    for (const name of options.document) documentVersionIds.push((await documentVersionNamed(scope.database, name)).id);
    return buildSnapshot(scope, { documentVersionIds, label: options.label });
  });
  if (output.asJson) return output.json(dataSnapshotJson(snapshot));
  output.print(`Snapshot ${snapshot.id} is ${snapshot.status} with ${snapshot.factCount ?? 0} facts.`);
  output.message(`Seal it: casparian passport snapshot seal ${snapshot.id}`);
}
