import { configuredHome } from '../../app/index.js';
import { resolve } from 'node:path';
import { datasetNamed, exportFormat, LEDGER_NAMES, namedDatasets } from '../../datasets/index.js';
import { exportRows, selectDataset } from '../../datasets/sql.js';
import { type TenantExecutor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { printable } from '../output/printable.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { rows } from '../output/row-counts.js';

export interface ExportOptions {
  to: string;
  sql?: string;
  table?: string;
  force?: boolean;
}

export async function run(invocation: Invocation<ExportOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const { to, force = false } = options;
  const target = resolve(to);
  const format = exportFormat(target);
  const stop = stopOnSignals();
  try {
    const { rows: written, notes } = await withTenant(invocation, async ({ database }, settings) => {
      const { sql, table } = await wanted(database, args[0], options);
      const place = { database, folder: configuredHome(settings) };
      return exportRows({ ...place, sql, target, format, force, table: options.table ?? table, signal: stop.signal });
    });
    for (const note of notes) output.message(`Note: ${note}`);
    if (output.asJson) return output.json({ rows: written, path: target, format });
    output.print(`→ ${printable(to)} (${rows(written)})`);
  } finally {
    stop.dispose();
  }
}

async function wanted(
  database: TenantExecutor,
  name: string | undefined,
  { sql }: ExportOptions,
): Promise<{ sql: string; table: string }> {
  if ((name === undefined) === (sql === undefined)) {
    throw new CasparianError('USAGE', 'export takes a dataset, or a statement with --sql', {
      next: ['Name one: casparian export DATASET --to FILE', 'See them: casparian datasets'],
    });
  }
  if (sql !== undefined) return { sql, table: 'result' };
  const ledger = LEDGER_NAMES.find((one) => one === name);
  if (ledger !== undefined) return { sql: `FROM main.${ledger}`, table: ledger };
  const dataset = datasetNamed(await namedDatasets(database), name ?? '');
  return { sql: selectDataset(dataset), table: dataset.output };
}
