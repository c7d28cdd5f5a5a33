import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/**', '**/node_modules/**'],
    globalSetup: ['test/services/global-setup.ts'],
    setupFiles: ['test/services/property-seed.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Files share a process and what it has loaded: loading everything anew for each took a fifth of the whole time.
    // So a test puts back what it changes in the process: variables, mocks, listeners.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});
