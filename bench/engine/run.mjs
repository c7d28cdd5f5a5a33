// The engine benchmark: `node bench/engine/run.mjs --help`. It sets itself up, measures, prints a table and writes it
// to bench/results/. See bench/README.md for how to read it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { log, print, runCommand, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { measureAll } from './measure-all.mjs';
import { readOptions, USAGE } from './options.mjs';
import { planMeasurements, storesNeeded } from './plan.mjs';
import { terminalTable } from './report/format.mjs';
import { buildFailures, buildRows } from './report/rows.mjs';
import { describeVersions } from './report/versions.mjs';
import { writeReport } from './report/write.mjs';
import { scenarios } from './scenarios/index.mjs';
import { createPlaceMaker } from './servers/places.mjs';
import { startPostgres } from './servers/postgres.mjs';
import { startRedis } from './servers/redis.mjs';
import { installPeers } from './setup/packages.mjs';
import { findRuntimes } from './setup/runtimes.mjs';
import { subjects } from './subjects/index.mjs';

process.exitCode = await runCommand(process.argv.slice(2), { readOptions, usage: USAGE, listing, benchmark });

async function benchmark(options, signal) {
  installPeers(log);
  const runtimes = findRuntimes();
  const directory = mkdtempSync(join(options.workDir ?? tmpdir(), 'casparian-bench-'));
  chmodSync(directory, 0o755); // PostgreSQL's account must reach its data
  const servers = {};
  try {
    await startServers(servers, directory, storesNeeded(options));
    signal.throwIfAborted();
    const places = createPlaceMaker({ directory, ...servers });
    const { measurements, skipped } = planMeasurements(options, { places, runtimes });
    for (const { label, reason } of skipped) log(`\n*** SKIPPED: ${label}: ${reason} ***\n`);
    const surroundings = await describeSurroundings(directory, runtimes, servers);
    const results = await measureAll(measurements, { places, runtimes, signal, log });
    return report({ options: measuredOptions(options), ...surroundings, skipped, results });
  } finally {
    await Promise.all(Object.values(servers).map((server) => server?.stop()));
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Adds each server to `servers` when it has started, so that it is stopped even if the next one fails. */
async function startServers(servers, directory, needed) {
  if (needed.has('pg')) servers.postgres = await startPostgres(directory);
  if (needed.has('redis')) servers.redis = await startRedis(directory, log);
}

/** Checked before the measurement, so that a failure here does not cost an hour of results. */
async function describeSurroundings(directory, runtimes, { postgres, redis }) {
  const machine = describeMachine(directory);
  warnIfBusy(machine);
  const postgresSettings = await postgres?.settings();
  return { machine, postgresSettings, versions: await describeVersions({ runtimes, postgresSettings, redis }) };
}

/** The options that the results depend on, without the paths of this machine. */
function measuredOptions({ quick, scenarios: chosen, subjects: prefixes, stores, amounts }) {
  return { quick, scenarios: chosen, subjects: prefixes, stores, amounts };
}

function report({ results, ...rest }) {
  const rows = buildRows(results);
  const failures = buildFailures(results);
  const path = writeReport({ date: new Date().toISOString(), ...rest, rows, failures });
  for (const scenario of scenarios) {
    const own = rows.filter((row) => row.scenario === scenario.name && !row.informative);
    if (own.length > 0) print(`\n${scenario.title}\n${terminalTable(own)}`);
  }
  log(`\nwritten to ${path}`);
  return failures.length > 0 ? 1 : 0;
}

function listing() {
  const names = scenarios.map((scenario) => `  ${scenario.name.padEnd(18)} ${scenario.title}`);
  const ids = subjects.map((subject) => `  ${subject.id.padEnd(22)} ${subject.store.padEnd(7)} ${subject.label}`);
  return `Scenarios\n${names.join('\n')}\n\nSubjects\n${ids.join('\n')}`;
}
