import { treeHeads } from '../../../events/index.js';
import { treeHeadJson } from '../../../events/tree/head-json.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { count } from '../../output/row-counts.js';
import { renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions & { limit?: number }>): Promise<void> {
  const { options, output } = invocation;
  const heads = await withTenant(invocation, ({ engine, tenant }) => treeHeads(engine.database, tenant));
  const newest = heads.toReversed().slice(0, limitOf(options, output));
  if (output.asJson) return output.json(newest.map(treeHeadJson));
  if (newest.length === 0) return output.message('No tree head is signed yet. Sign one with: casparian events seal');
  output.print(
    renderTable(
      [
        { title: 'EVENTS', cell: ({ treeSize }) => count(treeSize), align: 'right' },
        { title: 'SIGNED', cell: ({ signedAt }) => `${signedAt.slice(0, 19)}Z` },
        { title: 'KEY', cell: ({ keyId }) => keyId },
        { title: 'ROOT HASH', cell: ({ rootHash }) => rootHash },
      ],
      newest,
      output.width,
    ),
  );
}
