import { globSync } from 'tinyglobby';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** `npm test` runs these on SQLite only. */
const onOneStore = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('COMMAND_STORES'),
);

/** Tests that kill processes and servers, and others that are too long for each change. They are slow, and run one at a time so that each has the whole machine. */
export default defineConfig({
  test: {
    include: ['test/chaos/**/*.test.ts', 'test/**/*.long.test.ts', ...onOneStore],
    env: { CASPARIAN_TEST_STORES: 'all' },
    globalSetup: ['test/services/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});
