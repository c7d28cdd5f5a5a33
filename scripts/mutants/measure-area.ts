import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { Area } from './areas.js';
import { isEquivalent } from './equivalent.js';
import type { EquivalentMutant } from './equivalent.js';
import { mutantsOf } from './mutate.js';
import type { Mutant } from './mutate.js';
import { relatedTests } from './related-tests.js';
import type { RelatedTest } from './related-tests.js';
import { sample } from './sample.js';
import type { TestRunner } from './test-runner.js';

export interface MeasureOptions {
  readonly sampleSize: number;
  readonly seed: number;
  /** Only files whose path contains one of these; all if empty. */
  readonly files: readonly string[];
  readonly progress: (line: string) => void;
  /** Equivalent mutants, which are left out of the score. */
  readonly known: readonly EquivalentMutant[];
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
  const mutants = drawn.filter((mutant) => !isEquivalent(mutant, options.known));
  const relatedTo = relatedTests(filesOf(area.tests));
  const tests = new Set(mutants.flatMap(({ file }) => relatedTo(file).map(({ test }) => test)));
  const durationOf = await durationsWithoutMutant(area, [...tests], runner, progress);

  const survivors: Mutant[] = [];
  for (const [index, mutant] of mutants.entries()) {
    const startedAt = Date.now();
    const outcome = await outcomeOf(mutant, quickestOfNearest(relatedTo(mutant.file), durationOf), durationOf, runner);
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

type DurationOf = (test: string) => number;

async function durationsWithoutMutant(
  area: Area,
  tests: readonly string[],
  runner: TestRunner,
  progress: MeasureOptions['progress'],
): Promise<DurationOf> {
  if (tests.length === 0) return () => 0;
  progress(`${area.name}: running ${tests.length} test files without a mutant`);
  const { outcome, failures, durationsMs } = await runner.run(tests);
  if (outcome !== 'passed') {
    const hint = 'Some tests start what `npm run build` has built: is it up to date?';
    throw new Error([`The tests of ${area.name} fail without a mutant:`, ...failures, hint].join('\n'));
  }
  return (test) => durationsMs.get(test) ?? 0;
}

function quickestOfNearest(related: readonly RelatedTest[], durationOf: DurationOf): string[] {
  const order = (a: RelatedTest, b: RelatedTest) => a.distance - b.distance || durationOf(a.test) - durationOf(b.test);
  return related.toSorted(order).map(({ test }) => test);
}

/** A mutant that makes the tests run forever is noticed as well. */
async function outcomeOf(
  mutant: Mutant,
  tests: readonly string[],
  durationOf: DurationOf,
  runner: TestRunner,
): Promise<'SURVIVED' | 'noticed' | 'noticed (timed out)'> {
  if (tests.length === 0) return 'SURVIVED';
  // Three times as long as usual, and time to start on a busy machine.
  const timeoutMs = 30_000 + 3 * tests.reduce((sum, test) => sum + durationOf(test), 0);
  const { outcome } = await runner.run(tests, { mutant, timeoutMs });
  if (outcome === 'passed') return 'SURVIVED';
  return outcome === 'failed' ? 'noticed' : 'noticed (timed out)';
}
