// The benchmark of copies for other programs: `node bench/lake/run.mjs [NAME …]`. Each file in `measurements` exports
// `title`, `target` and `measure(context)`, which returns rows of {what, value}. Results go to bench/results/.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../engine/servers/postgres.mjs';
import { log, print, warnIfBusy } from '../shared/command.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { machineLine, writeReportFiles } from '../shared/report-file.mjs';

const folder = new URL('./measurements/', import.meta.url);
const known = readdirSync(folder).map((name) => name.replace(/\.mjs$/, ''));
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !known.includes(name));

if (process.argv.includes('--help') || unknown.length > 0) {
  print(
    `Usage: node bench/lake/run.mjs [NAME …]\n\nMeasures copies of datasets for other programs. Measurements (default: all): ${known.join(', ')}`,
  );
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  await benchmark(wanted.length > 0 ? wanted : known);
}

async function benchmark(names) {
  const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-'));
  chmodSync(directory, 0o755); // PostgreSQL's account must reach its data
  const machine = describeMachine(directory);
  warnIfBusy(machine);
  const postgres = await startPostgres(directory);
  const results = [];
  try {
    for (const name of names) {
      log(`${name} …`);
      const { title, target, measure } = await import(new URL(`${name}.mjs`, folder));
      const rows = await measure({ directory: mkdtempSync(join(directory, `${name}-`)), postgres, log });
      results.push({ name, title, target, rows });
      print(sectionOf(results.at(-1)));
    }
  } finally {
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const date = new Date().toISOString();
  const markdown = `# Copies for other programs, ${date.slice(0, 10)}\n\n${machineLine(machine)}\n\n${results.map(sectionOf).join('\n')}`;
  const isPartial = names.length < known.length;
  print(writeReportFiles('lake', { date, options: {}, machine, results }, { isPartial, markdown }));
}

function sectionOf({ title, target, rows }) {
  const lines = rows.map(({ what, value }) => `| ${what} | ${value} |`);
  return `## ${title}\n\nTarget: ${target}\n\n| | |\n|---|---|\n${lines.join('\n')}\n`;
}
