import { shortIds, type TenantExecutor } from '../../../database/index.js';
import type { Page } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { limitOf } from '../../options/limit.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export interface ListOptions extends TenantOptions {
  limit?: number;
}

export interface Listing<Row> {
  readonly list: (database: TenantExecutor, page: Page) => Promise<Row[]>;
  readonly json: (row: Row) => object;
  readonly columns: readonly Column<Row>[];
  /** The table that has the ids of the rows. */
  readonly table: string;
  /** Printed if the list is empty. */
  readonly none: string;
}

const MAX_PAGE = 1_000;

/** Prints the oldest rows up to the limit of the command. */
export async function printRows<Row extends { readonly id: string }>(
  invocation: Invocation<ListOptions>,
  { list, json, columns, table, none }: Listing<Row>,
): Promise<void> {
  const { output, options } = invocation;
  const wanted = limitOf(options, output);
  const { rows, shortId } = await withTenant(invocation, async ({ database, tenant }) => {
    const found: Row[] = [];
    for (;;) {
      const limit = Math.min(MAX_PAGE, wanted - found.length);
      const page = await list(database, { limit, after: found.at(-1)?.id });
      found.push(...page);
      if (page.length < limit || found.length === wanted) break;
    }
    const ids = output.asJson ? [] : found.map(({ id }) => id);
    return { rows: found, shortId: await shortIds(database, { table, tenant }, ids) };
  });
  if (output.asJson) return output.json(rows.map(json));
  if (rows.length === 0) return output.message(none);
  output.print(
    renderTable(
      columns,
      rows.map((row) => ({ ...row, id: shortId(row.id) })),
      output.width,
    ),
  );
  if (rows.length === wanted) output.message(`The first ${wanted}; more with --limit.`);
}
