import { describe, test } from 'vitest';
import { STORES } from '../../cli/store.js';
import { createPipeline } from '../staging/pipeline.js';
import { processWithCorruptFiles } from './corrupt-files.js';

// A thousand files are in test/chaos.
describe.each(STORES)('on %s', (kind) => {
  test('of fifty files three are corrupt: those fail, with reasons, and no other', async () => {
    await processWithCorruptFiles(await createPipeline(kind), 50);
  });
});
