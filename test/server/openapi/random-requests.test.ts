import { test } from 'vitest';
import { pythonTool } from './python-tools.js';
import { startSeededServer } from '../seeded-server.js';
import { requestRandomly } from './random-requests.js';

const schemathesis = pythonTool('schemathesis');

// The same request for each operation in every run. test/chaos has thousands of others, on both databases.
test.skipIf(!schemathesis)(
  'random requests to every operation get no 5xx and no response outside its schema',
  { timeout: 300_000 },
  async () => {
    const { server } = await startSeededServer('sqlite');
    await requestRandomly(schemathesis!, server, { seed: 1, examples: 1, phases: 'fuzzing' });
  },
);
