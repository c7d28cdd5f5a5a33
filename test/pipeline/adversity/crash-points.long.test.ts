import { describe, test } from 'vitest';
import { STORES } from '../../cli/store.js';
import { createPipeline } from '../staging/pipeline.js';
import { surviveCrashes } from './surviving-crashes.js';

// A hundred kills are in test/chaos.
describe.skipIf(process.platform !== 'linux').each(STORES)('a pipeline on %s', (kind) => {
  test(
    'whose worker, Python or parsers are killed shows no row in part, twice, or never',
    { timeout: 180_000 },
    async () => {
      await surviveCrashes(await createPipeline(kind), { points: 2, seed: 20_260_401 });
    },
  );
});
