import { defineConfig } from 'vitest/config';

/** Tests with Spark: `npm run test:spark`. They need a Java runtime and download 330 MB. */
export default defineConfig({
  test: {
    include: ['test/spark/**/*.test.ts'],
    globalSetup: ['test/services/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
