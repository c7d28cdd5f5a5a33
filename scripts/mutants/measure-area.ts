import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { Area } from './areas.js';
import { isEquivalent } from './equivalent.js';
import { mutantsOf } from './mutate.js';
import type { Mutant } from './mutate.js';
import { relatedTests } from './related-tests.js';
import { sample } from './sample.js';
import type { TestRunner } from './test-runner.js';

export interface MeasureOptions {
  readonly sampleSize: number;
  readonly seed: number;
  /** Only files whose path contains one of these; all if empty. */
  readonly files: readonly string[];
  readonly progress: (line: string) => void;
}

export interface AreaResult {
  readonly area: string;
  readonly noticed: number;
  readonly equivalent: number;
  readonly survivors: readonly Mutant[];
}

/** Draws mutants of an area and runs the tests against each. Fails if the tests fail without a mutant. */
export async function measureArea(area: Area, runner: TestRunner, options: MeasureOptions): Promise<AreaResult> {
  const { progress } = options;
  const drawn = sample(mutantsIn(area, options.files), options.sampleSize, options.seed);
  const mutants = drawn.filter((mutant) => !isEquivalent(mutant));
  const testsOf = relatedTests(filesOf(area.tests));
  const timeoutOf = await timeouts(area, [...new Set(mutants.flatMap(({ file }) => testsOf(file)))], runner, progress);

  const survivors: Mutant[] = [];
  for (const [index, mutant] of mutants.entries()) {
    const tests = testsOf(mutant.file);
    const startedAt = Date.now();
    const outcome = await fate(mutant, tests, runner, timeoutOf(tests));
    if (outcome === 'SURVIVED') survivors.push(mutant);
    const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    progress(`${area.name} ${index + 1}/${mutants.length} ${outcome} in ${took}: ${describeMutant(mutant)}`);
  }
  const noticed = mutants.length - survivors.length;
  return { area: area.name, noticed, equivalent: drawn.length - mutants.length, survivors };
}

export function describeMutant({ file, line, original, mutated }: Mutant): string {
  return `${file}:${line}  ${original} -> ${mutated === '' ? '(removed)' : mutated}`;
}

export function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns).sort();
}

function mutantsIn(area: Area, chosen: readonly string[]): Mutant[] {
  const files = filesOf(area.sources).filter(
    (file) => chosen.length === 0 || chosen.some((text) => file.includes(text)),
  );
  return files.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
}

/** Runs the tests without a mutant, and answers how long any of them may take with one. */
async function timeouts(
  area: Area,
  tests: readonly string[],
  runner: TestRunner,
  progress: MeasureOptions['progress'],
): Promise<(tests: readonly string[]) => number> {
  if (tests.length === 0) return () => 0;
  progress(`${area.name}: ${tests.length} test files without a mutant`);
  const { outcome, failures, durationsMs } = await runner.run(tests);
  if (outcome !== 'passed') throw new Error(`The tests of ${area.name} fail without a mutant:\n${failures.join('\n')}`);
  const durationOf = (test: string) => durationsMs.get(test) ?? 0;
  return (chosen) => 30_000 + 3 * chosen.reduce((sum, test) => sum + durationOf(test), 0);
}

/** A mutant that makes the tests run for ever is noticed as well. */
async function fate(mutant: Mutant, tests: readonly string[], runner: TestRunner, timeoutMs: number): Promise<string> {
  if (tests.length === 0) return 'SURVIVED';
  const { outcome } = await runner.run(tests, { mutant, timeoutMs });
  if (outcome === 'passed') return 'SURVIVED';
  return outcome === 'failed' ? 'noticed' : 'noticed (timed out)';
}
