import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../../../scripts/mutants/areas.js';
import { EQUIVALENT, isEquivalent } from '../../../scripts/mutants/equivalent.js';
import { filesOf, measureArea } from '../../../scripts/mutants/measure-area.js';
import type { MeasureOptions } from '../../../scripts/mutants/measure-area.js';
import { mutantsOf } from '../../../scripts/mutants/mutate.js';
import type { Mutant } from '../../../scripts/mutants/mutate.js';
import type { TestRun, TestRunner } from '../../../scripts/mutants/test-runner.js';

const AREA = {
  name: 'sample',
  sources: ['scripts/mutants/sample.ts'],
  tests: ['test/scripts/mutants/*.test.ts'],
};
function options(): MeasureOptions {
  return { sampleSize: 6, seed: 1, files: [], known: [], durationsMs: new Map(), progress: () => undefined };
}

/** Ends each run as told, without running tests. */
function runnerThat(outcome: (mutant: Mutant | undefined) => TestRun['outcome']) {
  const seen: { tests: readonly string[]; mutant: Mutant | undefined }[] = [];
  const runner: TestRunner = {
    run: (tests, { mutant } = {}) => {
      seen.push({ tests, mutant });
      return Promise.resolve({ outcome: outcome(mutant), failures: ['broken'], durationsMs: new Map() });
    },
    close: () => Promise.resolve(),
  };
  return { runner, seen };
}

describe('measuring an area', () => {
  it('counts failed and endless runs as noticed and lists the others', async () => {
    const outcomes = ['passed', 'failed', 'timed out', 'passed', 'failed', 'failed', 'failed'] as const;
    let runs = 0;
    const { runner, seen } = runnerThat(() => outcomes[runs++]!);
    const result = await measureArea(AREA, runner, options());
    expect(result).toMatchObject({ area: 'sample', noticed: 5, equivalent: 0 });
    expect(result.survivors).toEqual([seen[3]?.mutant]);
  });

  it('runs only tests that import the changed file, the nearest first', async () => {
    const { runner, seen } = runnerThat((mutant) => (mutant === undefined ? 'passed' : 'failed'));
    await measureArea(AREA, runner, options());
    expect(seen.at(-1)?.tests).toEqual([
      'test/scripts/mutants/sample.test.ts',
      'test/scripts/mutants/measure-area.test.ts',
    ]);
  });

  it('stops if the tests fail without a mutant', async () => {
    const { runner, seen } = runnerThat(() => 'failed');
    await expect(measureArea(AREA, runner, options())).rejects.toThrow(/fail without a mutant:\nbroken/);
    expect(seen).toHaveLength(1);
  });

  it('runs the tests without a mutant once, also for several areas', async () => {
    const { runner, seen } = runnerThat((mutant) => (mutant === undefined ? 'passed' : 'failed'));
    const shared = options();
    await measureArea(AREA, runner, shared);
    await measureArea({ ...AREA, name: 'again' }, runner, shared);
    expect(seen.filter(({ mutant }) => mutant === undefined)).toHaveLength(1);
  });

  it('neither runs nor scores known equivalent mutants', async () => {
    const { runner, seen } = runnerThat((mutant) => (mutant === undefined ? 'passed' : 'failed'));
    await measureArea(AREA, runner, options());
    const { file, original, mutated } = seen[1]!.mutant!;
    const known = [{ file, original, mutated, reason: 'Only for this test.' }];
    const result = await measureArea(AREA, runner, { ...options(), known });
    expect(result).toMatchObject({ noticed: 5, equivalent: 1, survivors: [] });
  });
});

it('knows an equivalent mutant by its file and its code, on any line', () => {
  const known = { file: 'a/b.ts', original: 'b < c', mutated: 'b <= c', reason: 'They never meet.' };
  const mutant = { ...known, file: 'src/a/b.ts', kind: 'operator', start: 2, end: 3, replacement: '<=', line: 9 };
  expect(isEquivalent(mutant, [known])).toBe(true);
  expect(isEquivalent({ ...mutant, file: 'src/c/b.ts' }, [known])).toBe(false);
  expect(isEquivalent({ ...mutant, mutated: 'b' }, [known])).toBe(false);
});

describe('the table of areas', () => {
  it.each(AREAS)('has sources and tests for $name', ({ sources, tests }) => {
    expect(filesOf(sources)).not.toEqual([]);
    expect(filesOf(tests)).not.toEqual([]);
  });
});

it('lists only equivalent mutants that still exist', () => {
  const sources = AREAS.flatMap(({ sources }) => filesOf(sources));
  const gone = EQUIVALENT.filter((known) => {
    const files = sources.filter((file) => file.endsWith(`/${known.file}`));
    const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
    return !mutants.some((mutant) => isEquivalent(mutant, [known]));
  });
  expect(gone.map(({ file, original }) => `${file}: ${original}`)).toEqual([]);
});
