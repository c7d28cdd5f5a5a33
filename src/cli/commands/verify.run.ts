import { configuredHome } from '../../app/index.js';
import { type DamagedOutput, type Verification, verifyOutputs } from '../../datasets/index.js';
import { requireOwnDatabase, selectDatasets } from '../../operations/index.js';
import { verificationJson } from '../../datasets/verification-json.js';
import { CasparianError } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { formatBytes } from '../output/bytes.js';
import { ReportedFailure } from '../output/failure.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createProgressLine } from '../output/progress-line.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { count } from '../output/row-counts.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    const verification = await withTenant(invocation, async ({ database }, settings) => {
      await requireOwnDatabase(database, settings.home);
      const meant = await selectDatasets(database, args[0]);
      const total = meant.reduce((sum, { bytes }) => sum + bytes, 0);
      const onProgress = (files: number, bytes: number): void =>
        progress.show(`${count(files)} files, ${formatBytes(bytes)}`, total === 0 ? 1 : Math.min(1, bytes / total));
      const folder = configuredHome(settings);
      return verifyOutputs(meant, { database, folder, onProgress, signal: stop.signal });
    });
    progress.clear();
    report(verification, output);
    if (verification.ok < verification.checked) throw new ReportedFailure(1);
  } catch (error) {
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted', { cause: error });
    throw error;
  } finally {
    progress.clear();
    stop.dispose();
  }
}

function report(verification: Verification, output: Output): void {
  if (output.asJson) return output.json(verificationJson(verification));
  const { checked, ok, missing, changed } = verification;
  for (const damaged of missing) output.print(`${output.paint('red', 'missing')}  ${words(damaged)}`);
  for (const damaged of changed) output.print(`${output.paint('red', 'changed')}  ${words(damaged)}`);
  const files = checked === 1 ? '1 file' : `${count(checked)} files`;
  if (ok === checked) return output.print(`${output.paint('green', '✓')} ${files} checked, all unchanged.`);
  output.print(`${files} checked, ${count(missing.length)} missing, ${count(changed.length)} changed.`);
  output.message(
    'Restore them from a backup, or write the rows again with a new version of the parser: casparian backfill PARSER',
  );
}

function words({ path, dataset, jobId, source }: DamagedOutput): string {
  return printable(`${path} (${dataset}, from ${source ?? 'unknown file'}, job ${jobId})`);
}
