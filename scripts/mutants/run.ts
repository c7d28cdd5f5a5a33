// Changes the program in one place at a time and checks that a test notices: `npm run test:mutants -- --help`.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.js';
import type { Area } from './areas.js';
import { EQUIVALENT } from './equivalent.js';
import { killWorkers } from './kill-workers.js';
import { measureArea } from './measure-area.js';
import type { AreaResult } from './measure-area.js';
import { jsonReport, LOWEST_SCORE, scoreOf, textReport } from './report.js';
import { createTestRunner } from './test-runner.js';

const HELP = `Usage: npm run test:mutants -- [options]

Changes the program in one place at a time ("a mutant") and runs the tests that import the changed file. A mutant that
no test notices points to a missing test. Source files are not touched: the change exists in memory only.

  --area NAME   measure only this area; may be given several times (default: all)
  --file TEXT   only files whose path contains TEXT; may be given several times
  --sample N    mutants per area (default: 12)
  --seed N      draws other mutants (default: 1)
  --json        print the result as JSON
  --list        list the areas
  --help        print this help

Ends with 1 if an area's score is below ${LOWEST_SCORE} %. Known equivalent mutants do not count:
scripts/mutants/equivalent.ts lists them with the reason.`;

const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const options = readArguments();
if (options.help) console.log(HELP);
else if (options.list) console.log(AREAS.map(({ name }) => name).join('\n'));
else await measure(chosenAreas(options.area));

function readArguments() {
  try {
    return parseArgs({
      options: {
        area: { type: 'string', multiple: true, default: [] },
        file: { type: 'string', multiple: true, default: [] },
        sample: { type: 'string', default: '12' },
        seed: { type: 'string', default: '1' },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function chosenAreas(names: readonly string[]): Area[] {
  for (const name of names) {
    if (!AREAS.some((area) => area.name === name)) fail(`There is no area "${name}". --list lists the areas.`);
  }
  return AREAS.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function measure(areas: readonly Area[]): Promise<void> {
  const sampleSize = positiveInteger('--sample', options.sample);
  const seed = positiveInteger('--seed', options.seed);
  // Tests that are stopped halfway leave files behind. Here they are removed at the end.
  const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    killWorkers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  // The database servers stop by themselves when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }

  const runner = await createTestRunner(root);
  const results: AreaResult[] = [];
  const durationsMs = new Map<string, number>();
  const progress = (line: string) => console.error(line);
  let failure: string | undefined;
  try {
    for (const area of areas) {
      results.push(
        await measureArea(area, runner, {
          sampleSize,
          seed,
          files: options.file,
          known: EQUIVALENT,
          durationsMs,
          progress,
        }),
      );
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  await runner.close();
  console.log(options.json ? jsonReport(results) : `\n${textReport(results)}`);
  if (failure !== undefined) fail(failure);
  process.exit(results.some((result) => scoreOf(result) < LOWEST_SCORE) ? 1 : 0);
}

function positiveInteger(option: string, text: string): number {
  return /^[1-9]\d*$/.test(text) ? Number(text) : fail(`${option} needs a positive integer, not "${text}".`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
