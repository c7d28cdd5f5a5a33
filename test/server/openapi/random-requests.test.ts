import { describe, test } from 'vitest';
import { STORES } from '../../cli/store.js';
import { pythonTool } from './python-tools.js';
import { requestRandomly, startSeededServer } from './random-requests.js';

const schemathesis = pythonTool('schemathesis');

// A few requests for each operation, always the same ones. test/chaos has thousands of others.
describe.skipIf(!schemathesis).each(STORES)('random requests to every operation, on %s', (kind) => {
  test('no response is a 5xx or outside its schema', { timeout: 300_000 }, async () => {
    const server = await startSeededServer(kind);
    await requestRandomly(schemathesis!, server, { seed: 1, examples: 2, phases: 'fuzzing' });
  });
});
