// How well text tables are recognised: `npm run bench:shapes [-- --failures]`. Thousands of files with known contents are
// created (make-cases.ts) and read by casparian, by DuckDB and with the dialect of Python's csv.Sniffer.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCases } from './make-cases.js';
import { type Scored, writeReport } from './report.js';
import { type Outcome, scoreOf } from './score.js';
import type { ShapeCase } from './shape.js';
import { readByCasparian } from './subjects/casparian.js';
import { readByDuckdb } from './subjects/duckdb.js';
import { readBySniffer } from './subjects/sniffer.js';

if (process.argv.includes('--help')) {
  process.stdout.write(`Usage: npm run bench:shapes [-- options]

Measures how well text tables are recognised by casparian, DuckDB and Python's csv.Sniffer.

  --failures   print the files that casparian reads wrongly
  --help       this text
`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'casparian-shapes-'));
try {
  const cases = makeCases();
  const paths = cases.map(write);
  const ours: Outcome[] = [];
  for (const path of paths) ours.push(await readByCasparian(path));
  const theirs = await readByDuckdb(paths);
  const sniffed = readBySniffer(cases.map(({ truth }, at) => [paths[at] ?? '', truth.encoding]));
  const scored = cases.map((one, at): Scored => {
    const outcomes = [ours[at], theirs[at], sniffed?.[at]];
    return { one, scores: outcomes.map((outcome) => (outcome === undefined ? null : scoreOf(one, outcome))) };
  });
  process.stdout.write(`${writeReport(scored)}\n`);
  if (process.argv.includes('--failures')) printFailures(scored);
} finally {
  rmSync(folder, { recursive: true });
}

/** Each in its own folder, so that it can have the name that the program gives it. */
function write({ fileName, bytes }: ShapeCase, at: number): string {
  const own = join(folder, String(at));
  mkdirSync(own);
  writeFileSync(join(own, fileName), bytes);
  return join(own, fileName);
}

function printFailures(scored: readonly Scored[]): void {
  for (const { one, scores } of scored) {
    const wrong = Object.entries(scores[0] ?? {}).flatMap(([part, isRight]) => (isRight ? [] : [part]));
    if (wrong.length > 0) process.stdout.write(`${wrong.join(', ')}: ${one.id}\n`);
  }
}
