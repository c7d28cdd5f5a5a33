// The files benchmark: `node bench/files/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { log, print, runCommand } from '../shared/command.mjs';
import { buildFailures } from '../shared/medians.mjs';
import { terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';
import { cases, GROUPS } from './cases/index.mjs';
import { createPlaces } from './casparian/places.mjs';
import { CACHE } from './data/made-once.mjs';
import { measureAll } from './measure-all.mjs';
import { readOptions, USAGE } from './options.mjs';
import { COLUMNS } from './report/columns.mjs';
import { buildRows } from './report/rows.mjs';
import { describeVersions } from './report/versions.mjs';
import { writeReport } from './report/write.mjs';

const PYTHON = fileURLToPath(new URL('../../.cache/python/pandas-3/bin/python', import.meta.url));

// Settings of the machine must not affect the measured commands.
for (const name of Object.keys(process.env)) {
  if (/^(CASPARIAN_(?!BENCH_)|DATABASE_URL$)/.test(name)) delete process.env[name];
}
process.exitCode = await runCommand(process.argv.slice(2), { readOptions, usage: USAGE, listing, benchmark });

async function benchmark({ cases: prefixes, quick, isPartial, amounts }, signal) {
  if (!existsSync(PYTHON)) throw new Error('no Python with pandas is installed: run npm run setup -- --services');
  mkdirSync(CACHE, { recursive: true });
  return withCases(cases, prefixes, async ({ possible, skipped, directory, postgres, machine }) => {
    const places = createPlaces({ directory, postgres });
    const bench = { amounts, python: PYTHON, directory, places, signal, log };
    const versions = await describeVersions(PYTHON, postgres);
    const results = await measureAll(possible, bench);
    return report({ options: { quick, isPartial, cases: prefixes, amounts }, machine, versions, skipped, results });
  });
}

function report({ results, ...rest }) {
  const rows = buildRows(results);
  const failures = buildFailures(results);
  const path = writeReport({ date: new Date().toISOString(), ...rest, rows, failures });
  for (const [group, title] of Object.entries(GROUPS)) {
    const own = rows.filter((row) => row.group === group);
    if (own.length > 0) print(`\n${title}\n${terminalTable(COLUMNS, own)}`);
  }
  log(`\nwritten to ${path}`);
  return failures.length > 0 ? 1 : 0;
}

function listing() {
  return cases.map(({ id, label }) => `  ${id.padEnd(24)} ${label}`).join('\n');
}
