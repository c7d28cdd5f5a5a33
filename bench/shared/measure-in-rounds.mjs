import { casparianVersion } from './casparian-version.mjs';
import { log, print, runCommand } from './command.mjs';
import { buildFailures } from './medians.mjs';
import { terminalTable } from './table.mjs';
import { withCases } from './with-cases.mjs';

/**
 * A benchmark whose cases are measured in rounds, as a command. `report` has the columns of the table, and functions that build its
 * rows and write it. `facts` are options that the user cannot change. Returns the exit code.
 */
export function measureInRounds({ argv, options, cases, report, facts = {} }) {
  const benchmark = ({ cases: prefixes, help: _, list: __, ...chosen }, signal) =>
    withCases(cases, prefixes, async ({ possible, directory, postgres, machine }) => {
      const settings = { ...chosen, ...facts };
      const results = await measureAll(possible, chosen.repeat, { ...settings, directory, postgres, signal });
      return conclude(report, { options: settings, machine, versions: await versionsOf(postgres) }, results);
    });
  return runCommand(argv, {
    readOptions: options.readOptions,
    usage: options.usage,
    listing: () => listing(cases),
    benchmark,
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

async function versionsOf(postgres) {
  return {
    casparian: casparianVersion(),
    node: process.version,
    ...(postgres && { PostgreSQL: (await postgres.settings()).server_version }),
  };
}

function conclude({ buildRows, columns, writeReport }, facts, results) {
  const rows = buildRows(results, facts.options);
  const failures = buildFailures(results);
  const path = writeReport({ date: new Date().toISOString(), ...facts, rows, failures });
  print(terminalTable(columns, rows));
  log(`\nwritten to ${path}`);
  return failures.length > 0 ? 1 : 0;
}

function listing(cases) {
  const width = Math.max(...cases.map(({ id }) => id.length));
  return cases.map(({ id, label }) => `  ${id.padEnd(width)} ${label}`).join('\n');
}
