// Compares the readers that need no parser with DuckDB's typed read with rejects: `node bench/readers/run.mjs [--quick]`.
// The data and the peer are those of bench/parse.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvFile, warm } from '../parse/data/csv-file.mjs';
import { describePython, installPython } from '../parse/setup/python.mjs';
import { casparianVersion } from '../shared/casparian-version.mjs';
import { log, print, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { measureProcess } from '../shared/measured-process.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { median } from '../shared/statistics.mjs';
import { formatVerdict, markdownTable, terminalTable } from '../shared/table.mjs';
import { smallFiles } from './small-files.mjs';
import { helpIfAsked } from '../shared/help.mjs';

helpIfAsked(`Usage: node bench/readers/run.mjs [options]

Compares the readers that need no parser with DuckDB's typed read with rejects.

  --quick   one round with a tenth of the rows; its numbers mean little
  --help    this text`);

const CACHE = fileURLToPath(new URL('../.cache/parse', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CONTRACT = fileURLToPath(new URL('contract.json', import.meta.url));
const DUCKDB = fileURLToPath(new URL('../parse/programs/duckdb_rejects.py', import.meta.url));

const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 3;
const amounts = quick ? { rows: 500_000, manyRows: 1_000_000 } : { rows: 5_000_000, manyRows: 10_000_000 };
const MOST_MB = 600;

/** `base` is the case that a target compares with; `flat` that memory must not grow over. */
const cases = [
  { id: 'duckdb', label: 'DuckDB typed + rejects → Parquet', input: 'rows', command: duckdb },
  { id: 'contract', label: 'casparian run --contract', input: 'rows', command: contract, base: 'duckdb', target: 1.1 },
  {
    id: 'inferred',
    label: 'casparian run, inferred types',
    input: 'rows',
    command: inferred,
    base: 'duckdb',
    target: 1.6,
  },
  { id: 'contract-more', label: 'casparian run --contract, more rows', input: 'manyRows', command: contract },
  { id: 'duckdb-small', label: 'DuckDB, 1,000 small files in one glob', input: 'small', command: duckdb },
  {
    id: 'small',
    label: 'casparian run --into --contract, 1,000 small files',
    input: 'small',
    command: contractInto,
    base: 'duckdb-small',
    target: 2,
  },
  {
    id: 'small-inferred',
    label: 'casparian run --into, inferred types',
    input: 'small',
    command: inferredInto,
    base: 'duckdb-small',
    target: 2,
  },
  { id: 'small-separate', label: 'casparian run --contract, one output each', input: 'small', command: contract },
];

const COLUMNS = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'seconds', cell: ({ seconds }) => seconds.toFixed(2) },
  { heading: 'CPU s', cell: ({ cpuSeconds }) => cpuSeconds.toFixed(2) },
  { heading: 'memory MB', cell: ({ megabytes }) => megabytes.toFixed(0) },
  { heading: 'all rounds, s', isText: true, cell: ({ runs }) => runs.map((run) => run.seconds.toFixed(2)).join(' / ') },
  { heading: 'targets', isText: true, cell: ({ verdicts }) => verdicts.map(formatVerdict).join('; ') },
];

process.exitCode = await benchmark();

async function benchmark() {
  mkdirSync(CACHE, { recursive: true });
  const python = installPython(log);
  const machine = describeMachine(CACHE);
  warnIfBusy(machine);
  const inputs = {
    rows: csvFile(amounts.rows, log),
    manyRows: csvFile(amounts.manyRows, log),
    small: smallFiles(join(CACHE, 'different-small-files')),
  };
  const results = cases.map((one) => ({ ...one, runs: [] }));
  // In turns, so that a slow minute of the machine affects all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const result of results) {
      result.runs.push(await measured(result, inputs[result.input], python));
      log(`${result.id} (${round}/${rounds}): ${result.runs.at(-1).seconds.toFixed(2)} s`);
    }
  }
  const rows = results.map((result) => ({
    ...result,
    seconds: median(result.runs.map((run) => run.seconds)),
    cpuSeconds: median(result.runs.map((run) => run.cpuSeconds)),
    megabytes: median(result.runs.map((run) => run.megabytes)),
  }));
  for (const row of rows) row.verdicts = verdictsOf(row, rows);
  const versions = { casparian: casparianVersion(), node: process.version, ...describePython(python) };
  const report = { date: new Date().toISOString(), options: { quick, rounds, amounts }, machine, versions, rows };
  const path = writeReportFiles('readers', report, { isPartial: false, markdown: markdown(report) });
  print(terminalTable(COLUMNS, rows));
  log(`\nwritten to ${path}`);
  return 0;
}

async function measured({ command }, input, python) {
  if (input.rows !== undefined) warm(input);
  const folder = mkdtempSync(join(CACHE, 'output-'));
  try {
    const { seconds, cpuSeconds, rootMb, answer } = await measureProcess(command({ python, input, folder }));
    // A fast run that loses rows does not count.
    const reports = [answer].flat();
    const rows = reports.reduce((sum, one) => sum + one.rows_valid + one.rows_quarantined, 0);
    const expected = input.rows ?? input.allRows;
    if (rows !== expected) throw new Error(`${rows} rows instead of ${expected}`);
    return { seconds, cpuSeconds, megabytes: rootMb };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function verdictsOf({ base, target, seconds, megabytes, command }, rows) {
  const memory = { target: `≤ ${MOST_MB} MB`, actual: megabytes, met: megabytes <= MOST_MB };
  if (base === undefined) return command === duckdb ? [] : [memory];
  const ratio = seconds / rows.find(({ id }) => id === base).seconds;
  return [{ target: `≤ ${target} × DuckDB`, actual: ratio, met: ratio <= target }, memory];
}

function duckdb({ python, input, folder }) {
  return [python, DUCKDB, input.glob ?? input.path, join(folder, 'out.parquet')];
}

function contract(asked) {
  return inferred(asked).concat('--contract', CONTRACT);
}

/** Into one table, like DuckDB. */
function contractInto(asked) {
  return contract(asked).concat('--into', 'orders');
}

function inferredInto(asked) {
  return inferred(asked).concat('--into', 'orders');
}

/** No limit on bad rows: their cost is measured. */
function inferred({ input, folder }) {
  const options = ['--json', '--max-quarantine-rows', '1000000000', '--quarantine-threshold', '1', '--out', folder];
  return [process.execPath, MAIN, 'run', ...options, input.glob ?? input.path];
}

function markdown({ date, machine, versions, rows }) {
  const lines = [
    `- Measured ${date}; medians of ${rounds} round(s), cases in turns; processes from start to exit`,
    machineLine(machine),
    versionsLine(versions),
  ];
  return `# Readers benchmark, ${date.slice(0, 10)}\n\n${quick ? QUICK_NOTE : ''}${lines.join('\n')}\n\n${markdownTable(COLUMNS, rows)}\n`;
}
