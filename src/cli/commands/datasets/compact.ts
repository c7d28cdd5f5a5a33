import { compactionJson } from '../../../datasets/dataset-json.js';
import { datasetNamed, namedDatasets, type NamedDataset } from '../../../datasets/index.js';
import { compactDataset, type Compaction } from '../../../datasets/sql.js';
import { pipelineHome } from '../../../pipeline/index.js';
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

const SMALL_BYTES = 33_554_432;

export async function run(invocation: Invocation<CompactOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const smallBytes = options.smallerThan ?? SMALL_BYTES;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    await withTenant(invocation, async ({ database }, settings) => {
      const known = await namedDatasets(database);
      const home = pipelineHome(settings.home);
      const done: (Compaction & { name: string })[] = [];
      for (const dataset of args[0] === undefined ? known : [datasetNamed(known, args[0])]) {
        const onMerged = (files: number): void => progress.show(`${dataset.name}: ${count(files)} files merged`);
        const compaction = await compactDataset({ database, home, smallBytes, signal: stop.signal, onMerged }, dataset);
        done.push({ ...compaction, name: dataset.name });
      }
      progress.clear();
      report(done, output);
    });
  } finally {
    progress.clear();
    stop.dispose();
  }
}

function report(done: readonly (Compaction & Pick<NamedDataset, 'name'>)[], output: Output): void {
  if (output.asJson) return output.json(done.map((one) => compactionJson(one.name, one)));
  const merged = done.filter(({ filesBefore }) => filesBefore > 0);
  for (const { name, filesBefore, filesAfter, bytesBefore, bytesAfter } of merged) {
    const became = `${count(filesBefore)} files (${formatBytes(bytesBefore)}) became ${count(filesAfter)}`;
    output.print(`${name}: ${became} (${formatBytes(bytesAfter)})`);
  }
  if (merged.length === 0) output.talk('There was nothing to merge.');
  else output.talk('The old files go with: casparian outputs prune');
}
