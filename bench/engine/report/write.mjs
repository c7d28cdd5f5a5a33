import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { scenarios } from '../scenarios/index.mjs';
import { markdownTable } from './format.mjs';

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
  const isPart = [options.scenarios, options.subjects, options.stores].some((choice) => choice !== undefined);
  const kind = options.quick ? '-quick' : isPart ? '-partial' : '';
  return `engine-${date.slice(0, 10)}${kind}`;
}

function markdown(report) {
  return (
    `# Engine benchmark, ${report.date.slice(0, 10)}

${report.options.quick ? '**A quick run: it shows that everything works; its numbers mean little.**\n\n' : ''}${preamble(report)}

${sections(report)}
${missing(report)}`.trimEnd() + '\n'
  );
}

function preamble({ date, machine, versions, postgresSettings, options: { amounts } }) {
  const count = (number) => number.toLocaleString('en-US');
  const settings = Object.entries(postgresSettings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
  return [
    `- Measured ${date}; ${amounts.repeat} round(s), subjects interleaved, every measurement in a process and an empty database of its own`,
    `- N = ${count(amounts.jobs)} jobs (bulk enqueue: 5 N) of about 100 bytes with handlers that do nothing; "many" rows = ${count(amounts.manyRows)}; a wave = ${count(amounts.waveJobs)} enqueues; held transaction: ${amounts.perSecond} jobs/s for ${amounts.heldSeconds} s; latency: ${amounts.samples} samples`,
    `- Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.kernel}; fdatasync median ${machine.fdatasync.medianUs} µs, p99 ${machine.fdatasync.p99Us} µs; load before the run ${machine.loadAverage.toFixed(2)}`,
    `- Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    ...(settings === '' ? [] : [`- PostgreSQL, all defaults: ${settings}`]),
    '- Ratios are medians divided by medians of the same run. Differences under 1.3 × are within the noise of a small machine.',
  ].join('\n');
}

function sections({ rows }) {
  return scenarios
    .map((scenario) => ({ scenario, own: rows.filter((row) => row.scenario === scenario.name && !row.informative) }))
    .filter(({ own }) => own.length > 0)
    .map(({ scenario, own }) => `## ${scenario.title}\n\n${markdownTable(own)}\n`)
    .join('\n');
}

function missing({ skipped, failures }) {
  const lines = [
    ...skipped.map(({ label, reason }) => `- ${label}: skipped, ${reason}`),
    ...failures.map(
      ({ scenario, subject, variant, failures: messages }) =>
        `- ${[scenario, subject, variant].filter(Boolean).join(' · ')}: failed ${messages.length} time(s), ${messages[0]}`,
    ),
  ];
  return lines.length === 0 ? '' : `## Not measured\n\n${lines.join('\n')}\n`;
}
