import { resolve } from 'node:path';
import { pipelineRunner } from '../../../app/index.js';
import { waitForReplays } from '../../../operations/index.js';
import { importCorrections, type ImportReport } from '../../../pipeline/index.js';
import { importReportJson } from '../../../pipeline/repairs/import/import-json.js';
import { silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { rows } from '../../output/row-counts.js';
import { withTenant } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { reportReplays } from './replay-report.js';

interface ImportOptions extends TenantOptions {
  dryRun?: boolean;
}

export async function run(invocation: Invocation<ImportOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const path = resolve(args[0] ?? '');
  const dryRun = options.dryRun === true;
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withTenant(invocation, async ({ engine, tenant }, settings) => {
      const { actor } = settings;
      const report = await importCorrections(engine, { tenant, actor, path, dryRun, signal: stop.signal });
      if (output.asJson) output.json(importReportJson(report, dryRun));
      else print(report, dryRun, output);
      const jobs = await waitForReplays(engine, report.replays, {
        ...pipelineRunner(engine, settings, parsers),
        ...{ tenant, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.message('No worker is running, so this process replays the rows.'),
      });
      if (!output.asJson && jobs.length > 0) reportReplays(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

function print(report: ImportReport, dryRun: boolean, output: Output): void {
  for (const { line, rowNumber, columns } of report.changes) {
    const changes = columns.map((column) => `${column.name}: ${shown(column.old)} → ${shown(column.new)}`);
    output.print(printable(`Line ${line}, row ${rowNumber}: ${changes.join(', ')}`));
  }
  for (const { line, message } of report.problems) {
    output.print(`${output.paint('red', '✗')} ${printable(`Line ${line}: ${message}`)}`);
  }
  if (report.unknownColumns.length > 0) {
    output.message(
      printable(`Note: no contract has the columns ${report.unknownColumns.join(', ')}; they are ignored.`),
    );
  }
  const done = dryRun ? 'can be corrected' : 'corrected';
  output.print(
    `${rows(report.corrected)} ${done}, ${rows(report.unchanged)} unchanged, ${rows(report.rejected)} rejected.`,
  );
  if (dryRun) output.message('Nothing was stored. Repeat the command without --dry-run.');
}

function shown(text: string | null): string {
  return text === null ? 'no value' : `'${text}'`;
}
