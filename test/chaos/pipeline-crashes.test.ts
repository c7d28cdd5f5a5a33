import { describe, test } from 'vitest';
import { chosenSeed } from '../adversity/staging/seeded-random.js';
import { STORES } from '../cli/store.js';
import { surviveCrashes } from '../pipeline/adversity/surviving-crashes.js';
import { createPipeline } from '../pipeline/staging/pipeline.js';

describe.skipIf(process.platform !== 'linux').each(STORES)('a pipeline on %s', (kind) => {
  test('that is killed at a hundred points shows every row exactly once and complete', async () => {
    await surviveCrashes(await createPipeline(kind), { points: 120, seed: chosenSeed(120) });
  });
});
