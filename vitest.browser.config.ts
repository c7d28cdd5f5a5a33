import { defineConfig } from 'vitest/config';

/** The dashboard in a real browser. One file at a time: a browser needs the whole machine to be measured. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    exclude: ['test/browser/**/*.long.test.ts', '**/node_modules/**'],
    globalSetup: ['test/services/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
  },
});
