import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { Area } from './areas.js';
import { isEquivalent } from './equivalent.js';
import type { EquivalentMutant } from './equivalent.js';
import { mutantsOf, onOneLine } from './mutate.js';
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
  /** How long each test file takes without a mutant. Areas share test files: each runs once. */
  readonly durationsMs: Map<string, number>;
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
  await runWithoutMutant(area, [...tests], runner, options);
  const durationOf = (test: string) => options.durationsMs.get(test) ?? 0;

  const survivors: Mutant[] = [];
  for (const [index, mutant] of mutants.entries()) {
    const startedAt = Date.now();
    const outcome = await outcomeOf(mutant, quickestOfNearest(relatedTo(mutant.file), durationOf), durationOf, runner);
    if (outcome === SURVIVED) survivors.push(mutant);
    const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    progress(`${area.name} ${index + 1}/${mutants.length} ${describeMutant(mutant)}\n    ${outcome}, ${took}`);
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

async function runWithoutMutant(
  area: Area,
  tests: readonly string[],
  runner: TestRunner,
  { durationsMs, progress }: MeasureOptions,
): Promise<void> {
  const unknown = tests.filter((test) => !durationsMs.has(test));
  if (unknown.length === 0) return;
  progress(`${area.name}: running ${unknown.length} test files without a mutant`);
  const run = await runner.run(unknown);
  if (run.outcome !== 'passed') {
    const hint = 'Some tests start what `npm run build` has built: is it up to date?';
    throw new Error([`The tests of ${area.name} fail without a mutant:`, ...run.failures, hint].join('\n'));
  }
  for (const test of unknown) durationsMs.set(test, run.durationsMs.get(test) ?? 0);
}

type DurationOf = (test: string) => number;

function quickestOfNearest(related: readonly RelatedTest[], durationOf: DurationOf): string[] {
  const order = (a: RelatedTest, b: RelatedTest) => a.distance - b.distance || durationOf(a.test) - durationOf(b.test);
  return related.toSorted(order).map(({ test }) => test);
}

const SURVIVED = 'SURVIVED';

/** A mutant that makes the tests run forever is noticed as well. */
async function outcomeOf(
  mutant: Mutant,
  tests: readonly string[],
  durationOf: DurationOf,
  runner: TestRunner,
): Promise<string> {
  if (tests.length === 0) return SURVIVED;
  // Three times as long as usual, and time to start on a busy machine.
  const timeoutMs = 30_000 + 3 * tests.reduce((sum, test) => sum + durationOf(test), 0);
  const { outcome, failures } = await runner.run(tests, { mutant, timeoutMs });
  if (outcome === 'passed') return SURVIVED;
  return outcome === 'failed' ? `noticed by ${onOneLine(failures[0] ?? '').slice(0, 120)}` : 'noticed: timed out';
}
