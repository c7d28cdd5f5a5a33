import { configuredHome } from '../../app/index.js';
import { loadTable } from '../../operations/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { createProgressLine } from '../output/progress-line.js';
import { count, rows } from '../output/row-counts.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';

export interface LoadOptions {
  to?: string;
  table?: string;
}

export async function run(invocation: Invocation<LoadOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [dataset = ''] = args;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    const report = await withTenant(invocation, ({ database }, settings) =>
      loadTable(database, {
        ...{ dataset, home: configuredHome(settings), url: options.to ?? settings.load_to, table: options.table },
        signal: stop.signal,
        onRows: (copied) => progress.show(`${rows(copied)} copied`),
      }),
    );
    progress.clear();
    const { rowsInserted, rowsDeleted, jobs } = report;
    if (output.asJson) return output.json({ rows_inserted: rowsInserted, rows_deleted: rowsDeleted, jobs });
    if (jobs === 0) return output.print(`${options.table ?? dataset} is up to date.`);
    const deleted = rowsDeleted === 0 ? '' : `, ${rows(rowsDeleted)} deleted`;
    output.print(
      `→ ${options.table ?? dataset}: ${rows(rowsInserted)} inserted${deleted} (${jobs === 1 ? '1 job' : `${count(jobs)} jobs`})`,
    );
  } catch (error) {
    if (stop.signal.aborted)
      throw new CasparianError('INTERRUPTED', 'Interrupted. Nothing was loaded.', { cause: error });
    throw error;
  } finally {
    progress.clear();
    stop.dispose();
  }
}
