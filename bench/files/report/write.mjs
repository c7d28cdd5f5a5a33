import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../../shared/table.mjs';
import { GROUPS } from '../cases/index.mjs';
import { COLUMNS } from './columns.mjs';

const RESULTS = fileURLToPath(new URL('../../results', import.meta.url));

/** Writes the report beside its raw data and returns the path of the report. */
export function writeReport(report) {
  mkdirSync(RESULTS, { recursive: true });
  const base = join(RESULTS, fileName(report));
  writeFileSync(`${base}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${base}.md`, markdown(report));
  return `${base}.md`;
}

/** A full run owns the day's name; any other says what it is, so it never replaces a full one. */
function fileName({ date, options }) {
  const kind = options.quick ? '-quick' : options.isPartial ? '-partial' : '';
  return `files-${date.slice(0, 10)}${kind}`;
}

function markdown(report) {
  const warning = report.options.quick
    ? '**A quick run: it shows that everything works; its numbers mean little.**\n\n'
    : '';
  const parts = [warning + preamble(report), sections(report), before(report), missing(report)];
  return `# Files benchmark, ${report.date.slice(0, 10)}\n\n${parts.filter(Boolean).join('\n\n').trimEnd()}\n`;
}

function preamble({ date, machine, versions, options: { amounts } }) {
  const { fdatasync } = machine;
  const count = (number) => number.toLocaleString('en-US');
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Measured ${date}; ${amounts.repeat} round(s), cases in turns, every run in processes of its own, from start to exit`,
    `- Inputs: ${count(amounts.csvFiles)} CSV files of 1,000 rows; ${count(amounts.smallFiles)} small files; ${count(amounts.largeBytes / 2 ** 20)} MiB in large files; ${count(amounts.parsers)} registered parsers; all in the page cache`,
    `- Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.kernel}; fdatasync median ${fdatasync.medianUs} µs, p99 ${fdatasync.p99Us} µs; load before the run ${machine.loadAverage.toFixed(2)}`,
    `- Versions: ${named.join(', ')}`,
    '- **s** is from the start of a process to its exit. **start-up s** is the same command with next to no work: one file to process, an empty folder to scan. **work s** is the difference.',
    `- Fresh processes were measured on ${amounts.freshFiles} files; the seconds are extrapolated.`,
    '- casparian checks every row against its contract, writes Parquet, hashes and syncs it and commits the job; the bare fork server only delivers bytes.',
    '- Ratios are medians divided by medians of the same run. Differences under 1.3 × are within the noise of a small machine.',
  ].join('\n');
}

function sections({ rows }) {
  return Object.entries(GROUPS)
    .map(([group, title]) => ({ title, own: rows.filter((row) => row.group === group) }))
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => `## ${title}\n\n${markdownTable(COLUMNS, own)}`)
    .join('\n\n');
}

function before({ rows }) {
  const lines = rows
    .filter(({ registerSeconds }) => registerSeconds !== undefined)
    .map(
      ({ label, registerSeconds, scanSeconds }) =>
        `- ${label}: register with validation ${registerSeconds.toFixed(2)} s, scan ${scanSeconds.toFixed(2)} s`,
    );
  return lines.length === 0 ? '' : `Before the processing, and not counted in it:\n\n${lines.join('\n')}`;
}

function missing({ failures, skipped }) {
  const lines = [
    ...skipped.map(({ label, reason }) => `- ${label}: skipped, ${reason}`),
    ...failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`),
  ];
  return lines.length === 0 ? '' : `## Not measured\n\n${lines.join('\n')}\n`;
}
