import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GROUPS } from '../cases.mjs';
import { markdownTable } from '../../shared/table.mjs';
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
  return `parse-${date.slice(0, 10)}${kind}`;
}

function markdown(report) {
  const warning = report.options.quick
    ? '**A quick run: it shows that everything works; its numbers mean little.**\n\n'
    : '';
  const parts = [warning + preamble(report), sections(report), missing(report)];
  return `# Parse benchmark, ${report.date.slice(0, 10)}\n\n${parts.join('\n\n').trimEnd()}\n`;
}

function preamble({ date, machine, versions, options: { amounts }, inputBytes }) {
  const { fdatasync } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Measured ${date}; ${amounts.repeat} round(s), cases in turns, every run in processes of its own, from start to exit`,
    `- Input: ${amounts.rows.toLocaleString('en-US')} rows, ${Math.round(inputBytes / 1e6)} MB of CSV in the page cache; about 1 row in 490 has a bad date or amount`,
    `- Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.kernel}; fdatasync median ${fdatasync.medianUs} µs, p99 ${fdatasync.p99Us} µs; load before the run ${machine.loadAverage.toFixed(2)}`,
    `- Versions: ${named.join(', ')}`,
    '- casparian also adds lineage columns, hashes its outputs and syncs them to disk; the peers do none of that.',
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

function missing({ failures }) {
  if (failures.length === 0) return '';
  const lines = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `## Not measured\n\n${lines.join('\n')}\n`;
}
