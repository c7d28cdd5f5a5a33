// The parse benchmark: `node bench/parse/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { log, print, runCommand, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { buildFailures } from '../shared/medians.mjs';
import { cases, GROUPS } from './cases.mjs';
import { measureAll } from './measure-all.mjs';
import { readOptions, USAGE } from './options.mjs';
import { terminalTable } from '../shared/table.mjs';
import { COLUMNS } from './report/columns.mjs';
import { buildRows } from './report/rows.mjs';
import { describeVersions } from './report/versions.mjs';
import { writeReport } from './report/write.mjs';
import { installPython } from './setup/python.mjs';

const CACHE = fileURLToPath(new URL('../.cache/parse', import.meta.url));
process.exitCode = await runCommand(process.argv.slice(2), { readOptions, usage: USAGE, listing, benchmark });

async function benchmark({ cases: prefixes, quick, isPartial, amounts }, signal) {
  const chosen = cases.filter(({ id }) => prefixes?.some((prefix) => id.startsWith(prefix)) ?? true);
  mkdirSync(CACHE, { recursive: true });
  const python = installPython(log);
  const machine = describeMachine(CACHE);
  warnIfBusy(machine);
  const versions = describeVersions(python);
  const results = await measureAll(chosen, { amounts, python, signal, log });
  return report({ options: { quick, isPartial, cases: prefixes, amounts }, machine, versions, results });
}

function report({ results, ...rest }) {
  const rows = buildRows(results);
  const failures = buildFailures(results);
  const inputBytes = Math.max(0, ...results.filter(({ input }) => !input).map(({ file }) => file.bytes));
  const path = writeReport({ date: new Date().toISOString(), ...rest, inputBytes, rows, failures });
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
