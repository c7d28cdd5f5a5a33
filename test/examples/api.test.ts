import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../server/running-server.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/api', import.meta.url));
/** The commands in the first lines of the examples. */
const COMMANDS = {
  curl: ['sh', 'sales.sh'],
  Python: ['python3', 'sales.py'],
  TypeScript: [process.execPath, '--import', 'tsx', 'sales.ts'],
};

describe('the examples of the HTTP API, with a real server', () => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer('sqlite', { args: ['--with-worker'], afterwards: (work) => undo.push(work) });
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  test.each(Object.entries(COMMANDS))('%s', async (language, [program = '', ...args]) => {
    // Another tenant for each, because each of them uploads the same file.
    const key = await server.keyOf('Operator', language.toLowerCase());
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: EXAMPLES,
      env: { ...process.env, CASPARIAN_URL: server.url, CASPARIAN_KEY: key },
      timeout: 100_000,
    });
    expect(stdout.trim().split('\n').sort()).toEqual([
      'error: DATASET_NOT_FOUND',
      'jobs created: 1',
      'pages and lines: the same',
      'same job: yes',
      'stream: ready',
      'total: 42',
    ]);
  });
});
