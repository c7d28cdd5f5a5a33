import { existsSync } from 'node:fs';
import { extensionPath } from '../../datasets/index.js';
import type { PipelineHome } from '../../pipeline/index.js';
import { hint } from '../../platform/index.js';
import { raceWrites } from '../../storage/index.js';
import { type Check, ok, warning } from './check.js';

/**
 * Lets 32 writers create the same object at once, and removes it. If several win, the server does not keep the promise of a conditional
 * put. The fence in the database still protects the outputs.
 */
export function bucketCheck(home: PipelineHome): Check {
  return {
    name: 'bucket',
    run: async () => {
      const { writers, winners } = await raceWrites(home.storages.at(home.target));
      if (winners !== 1) {
        return warning(
          `${home.target}: ${winners} of ${writers} conditional puts of the same object succeeded: the server does not keep the promise of If-None-Match`,
          'Outputs are safe: the database decides which attempt counts. Do not publish open tables there with several writers.',
          'Update the server, if a newer version keeps the promise.',
        );
      }
      const said = `${home.target} can be written; of ${writers} conditional puts, 1 succeeded`;
      if (existsSync(extensionPath(home.extensions, 'httpfs'))) return ok(said);
      return warning(
        `${said}. The extension httpfs is not installed: queries cannot read it`,
        hint('Install it', { action: 'extensions.install', arguments: ['httpfs'] }),
      );
    },
  };
}
