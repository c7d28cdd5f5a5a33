import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRowWriter, HEADER } from '../../parse/data/rows.mjs';
import { parserSource } from '../../files/cases/registry.mjs';
import { casparianCpu, cpuOf, nodeStartCpu } from '../cpu.mjs';

const DUCKDB = fileURLToPath(new URL('../programs/duckdb-typed.mjs', import.meta.url));
const CONTRACT = fileURLToPath(new URL('../../readers/contract.json', import.meta.url));
const NO_LIMIT = ['--max-quarantine-rows', '1000000000', '--quarantine-threshold', '1', '--json'];
const ROWS = 300_000;
const SMALL_FILES = 200;
const ROWS_OF_SMALL_FILE = 100;
const PYTHON_FILES = 20;

/** CPU seconds: a busy machine changes them less than the time that passes. */
export const fileRows = [
  { name: 'csv-inferred', what: 'run data.csv, inferred ÷ DuckDB typed', measure: (bench) => oneCsv(bench, []) },
  {
    name: 'csv-contract',
    what: 'run data.csv --contract ÷ DuckDB typed',
    measure: (bench) => oneCsv(bench, ['--contract', CONTRACT]),
  },
  { name: 'bad-rows', what: 'every row bad ÷ a clean file', measure: everyRowBad },
  { name: 'small-files', what: '200 small CSV files into one table ÷ DuckDB glob', measure: smallFiles },
  { name: 'process-auto', what: 'scan --auto and process, 200 small files ÷ node -e 0', measure: processAuto },
  {
    name: 'process-python',
    what: 'process, 20 files with a Python parser ÷ node -e 0',
    measure: (bench) => processPython(bench, parserSource('guarded')),
  },
  {
    name: 'process-reused',
    what: 'the same with reuse = True',
    measure: (bench) => processPython(bench, parserSource('guarded', { reuse: true })),
  },
];

function oneCsv({ directory, once }, options) {
  const file = once('large', () => csvOf(join(directory, 'large.csv'), ROWS));
  const out = (name) => join(mkdtempSync(join(directory, 'out-')), name);
  return {
    measured: casparianCpu('run', file, ...options, ...NO_LIMIT, '--out', out('rows')),
    base: cpuOf([DUCKDB, file, out('rows.parquet')]),
  };
}

function everyRowBad({ directory, once }) {
  const rows = ROWS / 3;
  const file = once('medium', () => csvOf(join(directory, 'medium.csv'), rows));
  const contract = once('bad contract', () => {
    const path = join(directory, 'every-row-bad.json');
    const columns = ['int!', 'date', 'int!', 'decimal(18,2)', 'string'];
    const names = ['id', 'date', 'customer', 'amount', 'note'];
    writeFileSync(
      path,
      JSON.stringify({ version: 1, columns: names.map((name, at) => ({ name, type: columns[at] })) }),
    );
    return path;
  });
  const run = (path) =>
    casparianCpu('run', file, '--contract', path, ...NO_LIMIT, '--out', mkdtempSync(join(directory, 'out-')));
  return { measured: run(contract), base: run(CONTRACT) };
}

function smallFiles({ directory, once }) {
  const folder = once('small', () => smallFilesIn(join(directory, 'small')));
  const out = mkdtempSync(join(directory, 'out-'));
  const glob = join(folder, '*.csv');
  return {
    measured: casparianCpu('run', glob, '--contract', CONTRACT, '--into', 'orders', ...NO_LIMIT, '--out', out),
    base: cpuOf([DUCKDB, glob, join(out, 'all.parquet')]),
  };
}

function processAuto({ directory, once }) {
  const folder = once('small', () => smallFilesIn(join(directory, 'small')));
  const home = ['--home', mkdtempSync(join(directory, 'home-'))];
  const scanned = casparianCpu('scan', folder, '--auto', ...home);
  return { measured: scanned + casparianCpu('process', ...home), base: nodeStartCpu() };
}

function processPython({ directory }, source) {
  const home = ['--home', mkdtempSync(join(directory, 'home-'))];
  const folder = mkdtempSync(join(directory, 'python-'));
  const lines = Array.from({ length: ROWS_OF_SMALL_FILE }, (_, row) => `${row},name ${row}\n`).join('');
  for (let file = 0; file < PYTHON_FILES; file++)
    writeFileSync(join(folder, `${file}.csv`), `id,name\n${file}${lines}`);
  const parser = join(folder, 'guarded.py');
  writeFileSync(parser, source);
  casparianCpu('parser', 'register', parser, '--skip-validation', ...home);
  casparianCpu('parser', 'topics', 'guarded', 'add', 'guarded', ...home);
  casparianCpu('scan', folder, '--pattern', '*.csv', '--tag', 'guarded', ...home);
  return { measured: casparianCpu('process', ...home), base: nodeStartCpu() };
}

/** All different: files with the same content share a job. */
function smallFilesIn(folder) {
  mkdirSync(folder);
  const nextRow = createRowWriter();
  for (let file = 0; file < SMALL_FILES; file++) csvOf(join(folder, `orders-${file}.csv`), ROWS_OF_SMALL_FILE, nextRow);
  return folder;
}

function csvOf(path, rows, nextRow = createRowWriter()) {
  writeFileSync(path, HEADER + Array.from({ length: rows }, () => nextRow()).join(''));
  return path;
}
