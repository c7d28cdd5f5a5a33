import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './test/services/memory-folder.js';

keepTemporaryFilesInMemory();
// Node 20 reads these certificates at each start, which takes 60 to 100 ms of CPU: longer than Node itself. The tests start thousands of
// processes and connect to this machine only; a test of the variable sets it itself.
delete process.env['NODE_EXTRA_CA_CERTS'];

/** These take longest. Begun last, they would run alone at the end. */
const FIRST = /test\/(server\/openapi\/random-requests|docs\/guides|server\/access)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean => FIRST.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  test: {
    // A run of one file starts in half the time.
    experimental: { fsModuleCache: true },
    include: ['test/**/*.test.ts'],
    // `npm run test:browser` runs all tests of the dashboard; here, a short one shows that it works.
    exclude: [
      'test/chaos/**',
      'test/spark/**',
      'test/browser/!(smoke).test.ts',
      'test/**/*.long.test.ts',
      '**/node_modules/**',
    ],
    globalSetup: ['test/services/global-setup.ts'],
    setupFiles: ['test/services/property-seed.ts', 'test/services/less-optimised.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Many tests wait for timers and processes. Two more than the machine has cores keep these busy.
    maxWorkers: 4,
    // Test files share a process and its loaded modules: loading them again for each file took a fifth of the total time.
    // So a test must restore what it changes in the process: variables, mocks, listeners.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});
