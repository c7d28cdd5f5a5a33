// Compares the start of the program with the start of Node: `node bench/startup/run.mjs [--quick]`. Measures CPU seconds,
// because wall time on a small machine depends on other processes. bench/files (registry) measures commands on a database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { casparianVersion } from '../shared/casparian-version.mjs';
import { log, print, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { median } from '../shared/statistics.mjs';
import { formatVerdict, markdownTable, terminalTable } from '../shared/table.mjs';
import { helpIfAsked } from '../shared/help.mjs';

helpIfAsked(`Usage: node bench/startup/run.mjs [options]

Compares the start of the program with the start of Node, in CPU seconds.

  --quick   fewer rounds; its numbers mean little
  --help    this text`);

// With it, every process of Node 20 starts 60 to 100 ms later, which would hide what the program takes.
delete process.env.NODE_EXTRA_CA_CERTS;

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const COLUMNS = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'CPU s', cell: ({ seconds }) => seconds.toFixed(3) },
  { heading: '× node', cell: ({ ratio }) => ratio.toFixed(2) },
  { heading: 'all rounds, s', isText: true, cell: ({ all }) => all.map((one) => one.toFixed(3)).join(' / ') },
  { heading: 'target', isText: true, cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : '') },
];

const quick = process.argv.includes('--quick');
const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-'));
const cases = [
  { label: 'node -e 0', args: ['-e', '0'] },
  { label: 'casparian --version', args: [MAIN, '--version'], target: 1.5 },
  { label: 'casparian --help', args: [MAIN, '--help'] },
];

const rounds = quick ? 1 : 7;
const STARTS = 10;

try {
  process.exitCode = benchmark();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function benchmark() {
  const machine = describeMachine(directory);
  warnIfBusy(machine);
  const results = cases.map((one) => ({ ...one, all: [] }));
  // In turns, so that a slow second of the machine affects all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const { args, all } of results) all.push(cpuSeconds(args));
    log(`round ${round} of ${rounds}`);
  }
  const node = median(results[0].all);
  const rows = results.map((result) => rowOf(result, node));
  const report = { date: new Date().toISOString(), options: { quick, rounds, starts: STARTS }, machine, rows };
  const path = writeReportFiles('startup', report, { isPartial: false, markdown: markdown(report) });
  print(terminalTable(COLUMNS, rows));
  log(`\nwritten to ${path}`);
  return 0;
}

/** The CPU time of one start, by the shell's `times`. Its resolution is 10 ms, so several starts are measured. */
function cpuSeconds(args) {
  const script = `i=0; while [ $i -lt ${STARTS} ]; do "$@" >/dev/null || exit 1; i=$((i + 1)); done; times`;
  const child = spawnSync('/bin/sh', ['-c', script, 'sh', process.execPath, ...args], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`${args.join(' ')} failed: ${child.stderr}`);
  const ofChildren = child.stdout.trim().split('\n')[1];
  const parts = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0) / STARTS;
}

function rowOf({ label, target, all }, node) {
  const seconds = median(all);
  const ratio = seconds / node;
  const verdict = target && { target: `≤ ${target} × node -e 0`, actual: ratio, met: ratio <= target };
  return { label, seconds, ratio, all, verdict };
}

function markdown({ date, machine, rows }) {
  const lines = [
    `- Measured ${date}; medians of ${rounds} round(s) of ${STARTS} starts each, cases in turns`,
    machineLine(machine),
    versionsLine({ casparian: casparianVersion(), node: process.version }),
  ];
  return `# Start-up benchmark, ${date.slice(0, 10)}\n\n${quick ? QUICK_NOTE : ''}${lines.join('\n')}\n\n${markdownTable(COLUMNS, rows)}\n`;
}
