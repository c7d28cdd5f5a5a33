import { configuredHome } from '../../../app/index.js';
import { compactionJson } from '../../../datasets/dataset-json.js';
import { compactDatasets, type CompactedDataset } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import type { Output } from '../../output/output.js';
import { createProgressLine } from '../../output/progress-line.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { count } from '../../output/row-counts.js';

export interface CompactOptions {
  smallerThan?: number;
}

export async function run(invocation: Invocation<CompactOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    const done = await withTenant(invocation, ({ database }, settings) =>
      compactDatasets(database, {
        dataset: args[0],
        home: configuredHome(settings),
        smallBytes: options.smallerThan,
        signal: stop.signal,
        onMerged: (name, files) => progress.show(`${name}: ${count(files)} files merged`),
      }),
    );
    progress.clear();
    report(done, output);
  } finally {
    progress.clear();
    stop.dispose();
  }
}

function report(done: readonly CompactedDataset[], output: Output): void {
  if (output.asJson) return output.json(done.map((one) => compactionJson(one.name, one)));
  const merged = done.filter(({ filesBefore }) => filesBefore > 0);
  for (const { name, filesBefore, filesAfter, bytesBefore, bytesAfter } of merged) {
    const became = `${count(filesBefore)} files (${formatBytes(bytesBefore)}) merged into ${count(filesAfter)}`;
    output.print(`${name}: ${became} (${formatBytes(bytesAfter)})`);
  }
  if (merged.length === 0) output.message('No files to merge.');
  else output.message('To delete the old files: casparian outputs prune');
}
