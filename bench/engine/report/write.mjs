import { machineLine, QUICK_NOTE, RATIO_LINE, versionsLine, writeReportFiles } from '../../shared/report-file.mjs';
import { scenarios } from '../scenarios/index.mjs';
import { markdownTable } from './format.mjs';

/** Returns the path of the report. */
export function writeReport(report) {
  const { scenarios, subjects, stores } = report.options;
  const isPartial = [scenarios, subjects, stores].some((choice) => choice !== undefined);
  return writeReportFiles('engine', report, { isPartial, markdown: markdown(report) });
}

function markdown(report) {
  return (
    `# Engine benchmark, ${report.date.slice(0, 10)}

${report.options.quick ? QUICK_NOTE : ''}${preamble(report)}

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
    machineLine(machine),
    versionsLine(versions),
    ...(settings === '' ? [] : [`- PostgreSQL, all defaults: ${settings}`]),
    RATIO_LINE,
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
