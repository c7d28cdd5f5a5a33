import path from 'node:path';
import { Writable } from 'node:stream';
import { createVitest } from 'vitest/node';
import type { TestModule, TestSpecification, Vitest } from 'vitest/node';
import { killWorkers } from './kill-workers.js';
import { applyMutant } from './mutate.js';
import type { Mutant } from './mutate.js';

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  /** What failed, with its messages. */
  readonly failures: readonly string[];
  /** How long each test file took. */
  readonly durationsMs: ReadonlyMap<string, number>;
}

export interface TestRunner {
  /** Runs test files in this order, up to the first failure. The mutant exists in memory only. */
  run(tests: readonly string[], options?: { mutant?: Mutant; timeoutMs?: number }): Promise<TestRun>;
  close(): Promise<void>;
}

/** One vitest for all runs: PostgreSQL starts once, and a file is compiled once. Each run has a new test process. */
export async function createTestRunner(root: string): Promise<TestRunner> {
  let current: Mutant | undefined;
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      // The cache on the disk knows the text of a file, not its mutants: tests would run without the mutant, or other runs with it.
      experimental: { fsModuleCache: false },
      reporters: [{}],
      silent: true,
      sequence: { sequencer: GivenOrder },
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform: (code, id) =>
            current !== undefined && id === path.join(root, current.file) ? applyMutant(code, current) : undefined,
        },
      ],
    },
    { stdout: nowhere(), stderr: nowhere() },
  );

  return {
    async run(tests, { mutant, timeoutMs } = {}) {
      const specifications = tests.map((test) => vitest.getRootProject().createSpecification(path.join(root, test)));
      current = mutant;
      if (mutant !== undefined) vitest.invalidateFile(path.join(root, mutant.file));
      try {
        return await runWithin(vitest, specifications, timeoutMs);
      } finally {
        current = undefined;
        if (mutant !== undefined) vitest.invalidateFile(path.join(root, mutant.file));
      }
    },
    close: () => vitest.close(),
  };
}

class GivenOrder {
  sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
  shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

async function runWithin(vitest: Vitest, specifications: TestSpecification[], timeoutMs?: number): Promise<TestRun> {
  const overtime = new AbortController();
  const stop = () => {
    overtime.abort();
    killWorkers();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  clearTimeout(timer);
  const ran = testModules.filter(({ moduleId }) => specifications.some((other) => other.moduleId === moduleId));
  const failures = [...ran.flatMap(failuresOf), ...unhandledErrors.map(messageOf)];
  return {
    outcome: overtime.signal.aborted ? 'timed out' : failures.length > 0 ? 'failed' : 'passed',
    failures,
    durationsMs: new Map(ran.map((module) => [module.relativeModuleId, durationOf(module)])),
  };
}

function failuresOf(module: TestModule): string[] {
  if (module.ok()) return [];
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')].map((test) => {
    const messages = (test.result().errors ?? []).map(messageOf);
    return `${file}: ${test.fullName}: ${messages.join('; ')}`;
  });
  return [...module.errors().map((error) => `${file}: ${messageOf(error)}`), ...tests];
}

function messageOf(error: unknown): string {
  return error instanceof Object && 'message' in error ? String(error.message) : String(error);
}

function durationOf(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration;
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
