import { defineConfig } from 'vitest/config';

/** The tests of everything that is written in Python. `npm run test:pythons` runs them with one interpreter after the other. */
export default defineConfig({
  test: {
    include: [
      'test/bridge/launch/**/*.test.ts',
      'test/bridge/shims/python/**/*.test.ts',
      'test/examples/**/*.test.ts',
      'test/parse/parser-run/**/*.test.ts',
      'test/parse/scaffold/python.test.ts',
      'test/pipeline/registry/describe/python*.test.ts',
      'test/process/launcher/**/*.test.ts',
      'test/tasks/helpers/python/**/*.test.ts',
      'test/tasks/spec/canonical.test.ts',
    ],
    setupFiles: ['test/services/property-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
