// Compares a short version of each speed with the ratios that are committed in ratios.json. `npm run bench:guard`
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createPlaceMaker } from '../engine/servers/places.mjs';
import { startPostgres } from '../engine/servers/postgres.mjs';
import { log, print, runCommand, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { listOf, wholeNumber } from '../shared/option-values.mjs';
import { terminalTable } from '../shared/table.mjs';
import { judged } from './judge.mjs';
import { ROWS } from './rows/index.mjs';

const USAGE = `Usage: node bench/guard/run.mjs [options]

Measures a short version of each speed that the project promises, as a ratio, and compares it with the committed one
(bench/guard/ratios.json). Fails and names the row if a ratio exceeds the committed one by more than its tolerance.

  --row NAME        only this row (may be repeated, or a list with commas)
  --repeat NUMBER   rounds; the median counts (default 3)
  --update          write the measured ratios to ratios.json instead of comparing
  --list            print the rows, then leave
  --help            this text

Needs Linux. Without PostgreSQL, its rows are skipped. Use a quiet machine: rows that compare times move with its load.`;

const RATIOS = fileURLToPath(new URL('ratios.json', import.meta.url));
const COLUMNS = [
  { heading: 'row', isText: true, cell: ({ name }) => name },
  { heading: 'now', cell: ({ ratio }) => format(ratio) },
  { heading: 'committed', cell: ({ committed }) => format(committed) },
  { heading: 'limit', cell: ({ limit }) => format(limit) },
  { heading: 'verdict', isText: true, cell: ({ verdict }) => verdict },
  { heading: 'rounds', isText: true, cell: ({ all }) => all.map(format).join(' / ') },
  { heading: 'what', isText: true, cell: ({ what }) => what },
];

// With it, every process of Node 20 starts 60 to 100 ms later, which would hide what the program takes.
delete process.env.NODE_EXTRA_CA_CERTS;

process.exitCode = await runCommand(process.argv.slice(2), {
  readOptions,
  usage: USAGE,
  listing: () => ROWS.map(({ name, what }) => `${name.padEnd(18)}${what}`).join('\n'),
  benchmark: inDirectory,
});

function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      row: { type: 'string', multiple: true },
      repeat: { type: 'string' },
      update: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const names = listOf(values.row);
  const unknown = names?.find((name) => !ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`there is no row "${unknown}"; --list prints them`);
  return { ...values, names, rounds: wholeNumber('--repeat', values.repeat) ?? 3 };
}

async function inDirectory(options, signal) {
  const directory = mkdtempSync(join(tmpdir(), 'casparian-guard-'));
  chmodSync(directory, 0o755); // PostgreSQL runs as another user
  const wanted = ROWS.filter(({ name }) => options.names?.includes(name) ?? true);
  const postgres = wanted.some(({ needs }) => needs === 'postgres') ? await startPostgres(directory) : undefined;
  try {
    warnIfBusy(describeMachine(directory));
    const places = createPlaceMaker({ directory, postgres });
    return await guard(wanted, { directory, places, signal, once: remembered() }, options);
  } finally {
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function guard(wanted, bench, { rounds, update }) {
  const committed = JSON.parse(readFileSync(RATIOS, 'utf8'));
  const results = [];
  for (const row of wanted) {
    if (row.needs === 'postgres' && !bench.places.has('pg')) {
      log(`${row.name}: skipped, PostgreSQL is not installed`);
      continue;
    }
    const all = [];
    for (let round = 0; round < rounds; round++) {
      bench.signal.throwIfAborted();
      const { measured, base } = await row.measure(bench);
      all.push(measured / base);
    }
    results.push(judged(row, all, committed[row.name]));
    log(`${row.name}: ${format(results.at(-1).ratio)} ${results.at(-1).verdict}`);
  }
  print(`\n${terminalTable(COLUMNS, results)}`);
  if (update) return writeRatios(committed, results);
  const worse = results.filter(({ verdict }) => verdict !== 'ok');
  if (worse.length > 0) log(`\nSlower than committed: ${worse.map(({ name }) => name).join(', ')}`);
  return worse.length > 0 ? 1 : 0;
}

function writeRatios(committed, results) {
  const measured = Object.fromEntries(results.map(({ name, ratio }) => [name, Number(ratio.toPrecision(3))]));
  writeFileSync(RATIOS, `${JSON.stringify({ ...committed, ...measured }, null, 2)}\n`);
  log(`\nwritten to ${RATIOS}`);
  return 0;
}

function format(number) {
  return number === undefined || Number.isNaN(number) ? '–' : number.toPrecision(3);
}

/** Inputs are made once for all rounds. */
function remembered() {
  const made = new Map();
  return (name, make) => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name);
  };
}
