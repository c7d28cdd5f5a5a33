import { describe, test } from 'vitest';
import { STORES } from '../cli/store.js';
import { processWithCorruptFiles } from '../pipeline/adversity/corrupt-files.js';
import { createPipeline } from '../pipeline/staging/pipeline.js';

describe.each(STORES)('on %s', (kind) => {
  test('with three corrupt files among a thousand, 997 are processed and 3 fail with reasons', async () => {
    await processWithCorruptFiles(await createPipeline(kind), 1_000);
  });
});
