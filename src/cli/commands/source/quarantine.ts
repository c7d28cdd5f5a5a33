import { findBrokenRows, findSource } from '../../../collect/index.js';
import { brokenRowJson } from '../../../collect/collect-json.js';
import { isoTime } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

type BrokenRow = Awaited<ReturnType<typeof findBrokenRows>>[number];

export async function run(invocation: Invocation<TenantOptions & { limit?: number }>): Promise<void> {
  const { args, options, output } = invocation;
  const [name = ''] = args;
  const limit = limitOf(options, output);
  const rows = await withTenant(invocation, async ({ database }) =>
    findBrokenRows(database, { sourceId: (await findSource(database, name)).source.id, limit }),
  );
  if (output.asJson) return output.json(rows.map(brokenRowJson));
  if (rows.length === 0) return output.message(`No row of source ${name} is quarantined.`);
  output.print(renderTable(COLUMNS, rows, output.width));
  if (rows.length === limit) output.message(`The newest ${limit}. More with --limit.`);
}

const COLUMNS: readonly Column<BrokenRow>[] = [
  { title: 'TIME', cell: ({ created_at }) => isoTime(created_at) ?? '' },
  { title: 'ITEM', cell: ({ intake_id }) => intake_id },
  { title: 'ROW', align: 'right', cell: ({ row_number }) => String(row_number) },
  { title: 'COLUMN', cell: ({ field }) => field ?? '' },
  { title: 'REASON', cell: ({ error_message }) => error_message },
];
