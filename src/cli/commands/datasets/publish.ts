import { configuredHome } from '../../../app/index.js';
import { publicationJson, publishNamed } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import { count, rows } from '../../output/row-counts.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export interface PublishOptions {
  overwrite?: boolean;
}

export async function run(invocation: Invocation<PublishOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const stop = stopOnSignals();
  const progress = createProgressLine(output);
  try {
    const published = await withTenant(invocation, ({ database }, settings) =>
      publishNamed(database, args[0] ?? '', {
        ...{ home: configuredHome(settings), overwrite: options.overwrite, signal: stop.signal },
        onFiles: (done, total) => progress.show(`${count(done)} of ${count(total)} files rewritten`, done / total),
      }),
    );
    progress.clear();
    if (output.asJson) return output.json(publicationJson(published.name, published));
    const { location, version, filesAdded, filesRemoved, foreignFiles } = published;
    const change =
      filesAdded + filesRemoved === 0 ? 'up to date' : `${files(filesAdded)} added, ${count(filesRemoved)} removed`;
    output.print(`→ ${printable(location)} (version ${version}, ${rows(published.rows)}, ${change})`);
    if (foreignFiles > 0) output.message(`Note: other programs have added ${files(foreignFiles)} to it.`);
  } catch (error) {
    if (stop.signal.aborted)
      throw new CasparianError('INTERRUPTED', 'Interrupted. Nothing was published.', { cause: error });
    throw error;
  } finally {
    progress.clear();
    stop.dispose();
  }
}

function files(number: number): string {
  return number === 1 ? '1 file' : `${count(number)} files`;
}
