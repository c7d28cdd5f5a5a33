// The events benchmark: `node bench/events/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { casparianVersion } from '../shared/casparian-version.mjs';
import { log, print, runCommand } from '../shared/command.mjs';
import { buildFailures } from '../shared/medians.mjs';
import { terminalTable } from '../shared/table.mjs';
import { withCases } from '../shared/with-cases.mjs';
import { cases } from './cases.mjs';
import { readOptions, USAGE } from './options.mjs';
import { buildRows, COLUMNS, writeReport } from './report.mjs';

process.exitCode = await runCommand(process.argv.slice(2), { readOptions, usage: USAGE, listing, benchmark });

async function benchmark({ cases: prefixes, quick, isPartial, events, repeat }, signal) {
  return withCases(cases, prefixes, async ({ possible, directory, postgres, machine }) => {
    const bench = { events, directory, postgres, signal };
    const versions = {
      casparian: casparianVersion(),
      node: process.version,
      ...(postgres && { PostgreSQL: (await postgres.settings()).server_version }),
    };
    const results = await measureAll(possible, repeat, bench);
    const options = { quick, isPartial, events, repeat };
    return report({ options, machine, versions }, results);
  });
}

/** In turns, so that a slow minute of the machine affects all of them; each in its own process. */
async function measureAll(chosen, repeat, bench) {
  const results = chosen.map((one) => ({ ...one, runs: [], failures: [] }));
  for (let round = 1; round <= repeat; round++) {
    for (const result of results) {
      try {
        const run = await result.measure(bench, result.store);
        result.runs.push(run);
        log(`${result.id} (${round}/${repeat}): ${run.seconds.toFixed(3)} s`);
      } catch (error) {
        bench.signal.throwIfAborted();
        result.failures.push(error.message.split('\n')[0]);
        log(`${result.id} (${round}/${repeat}) FAILED: ${error.message}`);
      }
    }
  }
  return results;
}

function report(facts, results) {
  const rows = buildRows(results, facts.options);
  const failures = buildFailures(results);
  const path = writeReport({ date: new Date().toISOString(), ...facts, rows, failures });
  print(terminalTable(COLUMNS, rows));
  log(`\nwritten to ${path}`);
  return failures.length > 0 ? 1 : 0;
}

function listing() {
  return cases.map(({ id, label }) => `  ${id.padEnd(18)} ${label}`).join('\n');
}
