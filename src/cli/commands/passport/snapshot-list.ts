import { dataSnapshotJson, listDataSnapshots } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { SNAPSHOTS } from './row-tables.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const none = 'There are no snapshots yet. Build one with: casparian passport snapshot build --document ID';
  return printRows(invocation, {
    list: listDataSnapshots,
    json: dataSnapshotJson,
    columns: SNAPSHOTS,
    table: 'cf_snapshots',
    none,
  });
}
