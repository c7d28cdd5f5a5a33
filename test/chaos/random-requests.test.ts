import { randomInt } from 'node:crypto';
import { describe, test } from 'vitest';
import { STORES } from '../cli/store.js';
import { pythonTool } from '../server/openapi/python-tools.js';
import { requestRandomly } from '../server/openapi/random-requests.js';
import { startSeededServer } from '../server/seeded-server.js';

const schemathesis = pythonTool('schemathesis');

/** PROPERTY_SEED repeats a failed run. */
const seed = Number(process.env['PROPERTY_SEED'] ?? randomInt(2 ** 31));

describe.skipIf(!schemathesis).each(STORES)('thousands of random requests to every operation, on %s', (kind) => {
  test(`no response is a 5xx or outside its schema (seed ${seed})`, { timeout: 3_600_000 }, async () => {
    const { server } = await startSeededServer(kind);
    await requestRandomly(schemathesis!, server, { seed, examples: 50, phases: 'examples,coverage,fuzzing,stateful' });
  });
});
