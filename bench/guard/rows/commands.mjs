import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parserSource } from '../../files/cases/registry.mjs';
import { casparianCpu, nodeStartCpu } from '../cpu.mjs';

/** Short commands, in CPU seconds. */
export const commandRows = [
  { name: 'query', what: 'query on a small dataset ÷ node -e 0', measure: (bench) => command(bench, query) },
  {
    name: 'parser-list',
    what: 'parser list ÷ node -e 0',
    measure: (bench) => command(bench, () => ['parser', 'list']),
  },
  { name: 'parser-register', what: 'parser register ÷ node -e 0', measure: (bench) => command(bench, register) },
];

function command(bench, argumentsOf) {
  const home = bench.once('home of commands', () => smallHome(bench.directory));
  return { measured: casparianCpu(...argumentsOf(bench), '--home', home), base: nodeStartCpu() };
}

function query() {
  return ['query', 'SELECT count(*) FROM letters'];
}

function register({ directory }) {
  const path = join(mkdtempSync(join(directory, 'parser-')), 'registered.py');
  writeFileSync(path, parserSource('registered'));
  return ['parser', 'register', path, '--skip-validation'];
}

function smallHome(directory) {
  const home = mkdtempSync(join(directory, 'home-'));
  const folder = mkdtempSync(join(directory, 'letters-'));
  writeFileSync(join(folder, 'letters.csv'), 'id,letter\n1,a\n2,b\n');
  casparianCpu('scan', folder, '--auto', '--home', home);
  casparianCpu('process', '--home', home);
  return home;
}
