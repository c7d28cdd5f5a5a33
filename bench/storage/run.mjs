// The benchmark of buckets, copies for other programs and many workers: `npm run bench:storage -- [NAME …]`. Each file in `measurements`
// exports `title`, `target` and `measure(context)`, which returns rows of {what, value}. Results go to bench/results/.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../engine/servers/postgres.mjs';
import { log, print, warnIfBusy } from '../shared/command.mjs';
import { helpIfAsked } from '../shared/help.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { machineLine, writeReportFiles } from '../shared/report-file.mjs';

const folder = new URL('./measurements/', import.meta.url);
const known = readdirSync(folder).map((name) => name.replace(/\.mjs$/, ''));

helpIfAsked(`Usage: node bench/storage/run.mjs [options] [NAME …]

Measures ${known.join(', ')}; all of them without a name.

  --files N     transfer: how many files of 1 MB (1,000)
  --workers N   workers: how many processes the larger cases have (50)
  --jobs N      workers: how many jobs are measured (60,000)
  --help        this text`);

const USUAL = { files: '1000', workers: '50', jobs: '60000' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, { type: 'string', default: usual }])),
});
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) {
  print(`There is no measurement '${unknown}'. Known: ${known.join(', ')}`);
  process.exitCode = 2;
} else {
  await benchmark(positionals.length > 0 ? positionals : known);
}

async function benchmark(names) {
  const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-'));
  chmodSync(directory, 0o755); // PostgreSQL's account must reach its data
  const machine = describeMachine(directory);
  warnIfBusy(machine);
  const postgres = await startPostgres(directory, ['max_connections=600']);
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const results = [];
  try {
    for (const name of names) {
      log(`${name} …`);
      const { title, target, measure } = await import(new URL(`${name}.mjs`, folder));
      const own = mkdtempSync(join(directory, `${name}-`));
      chmodSync(own, 0o755);
      const rows = await measure({ directory: own, postgres, options, log });
      results.push({ name, title, target, rows });
      print(sectionOf(results.at(-1)));
    }
  } finally {
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const date = new Date().toISOString();
  const markdown = `# Buckets, copies, many workers: ${date.slice(0, 10)}\n\n${machineLine(machine)}\n\n${results.map(sectionOf).join('\n')}`;
  const isPartial =
    names.length < known.length || Object.entries(USUAL).some(([name, usual]) => values[name] !== usual);
  print(writeReportFiles('storage', { date, options, machine, results }, { isPartial, markdown }));
}

function sectionOf({ title, target, rows }) {
  const lines = rows.map(({ what, value }) => `| ${what} | ${value} |`);
  return `## ${title}\n\nTarget: ${target}\n\n| | |\n|---|---|\n${lines.join('\n')}\n`;
}
