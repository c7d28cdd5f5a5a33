import { shortIds } from '../../../database/index.js';
import { findIntake, type Intake, listIntakes } from '../../../collect/index.js';
import { intakeJson } from '../../../collect/collect-json.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions & { limit?: number; after?: string }>): Promise<void> {
  const { options, output } = invocation;
  const limit = limitOf(options, output);
  const { intakes, shortId } = await withTenant(invocation, async ({ database, tenant }) => {
    const after = options.after === undefined ? undefined : (await findIntake(database, options.after)).id;
    const found = await listIntakes(database, { limit, after });
    const ids = found.map(({ id }) => id);
    return { intakes: found, shortId: await shortIds(database, { table: 'cf_intakes', tenant }, ids) };
  });
  if (output.asJson) return output.json(intakes.map(intakeJson));
  if (intakes.length === 0) return output.message('No items. Add one with: casparian intake add');
  const columns: Column<Intake>[] = [
    { title: 'ID', cell: ({ id }) => shortId(id) },
    { title: 'YEAR', cell: ({ year }) => (year === null ? '' : String(year)) },
    { title: 'MINT', cell: ({ mintMark }) => mintMark ?? '' },
    { title: 'TITLE', cell: ({ title }) => title },
  ];
  output.print(renderTable(columns, intakes, output.width));
}
