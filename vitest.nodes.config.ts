import { defineConfig, mergeConfig } from 'vitest/config';
import tests from './vitest.config.js';

/** What depends on the version of Node: the engine on both databases, parsers, commands, and the installed package. */
const { include: _all, ...settings } = tests.test ?? {};
export default mergeConfig(
  { test: settings },
  defineConfig({
    test: {
      include: [
        'test/database/**/*.test.ts',
        'test/engine/store/**/*.test.ts',
        'test/engine/worker/{worker,processes}.test.ts',
        'test/bridge/shims/node/**/*.test.ts',
        'test/cli/{run,process,query,task}.test.ts',
        'test/package/**/*.test.ts',
        'test/platform/optimise-later.test.ts',
      ],
    },
  }),
);
