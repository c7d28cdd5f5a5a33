import { medianOver } from '../../shared/medians.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../../shared/report-file.mjs';
import { formatVerdict, markdownTable } from '../../shared/table.mjs';

export const columns = [
  { heading: 'database', isText: true, cell: ({ label }) => label },
  { heading: 'deliveries/s', cell: ({ perSecond }) => Math.round(perSecond).toLocaleString('en-US') },
  { heading: 'ms of CPU of the worker each', cell: ({ cpuMsEach }) => cpuMsEach.toFixed(2) },
  { heading: 'waited', cell: ({ waited }) => waited.toLocaleString('en-US') },
  { heading: 'all rounds, deliveries/s', isText: true, cell: ({ all }) => all.map(Math.round).join(' / ') },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : ''),
  },
];

export function buildRows(results, { deliveries }) {
  const medianOf = medianOver(results);
  return results
    .filter((result) => result.runs.length > 0)
    .map(({ id, label, atLeast, runs }) => {
      const perSecond = deliveries / medianOf(id, 'seconds');
      const target = `≥ ${atLeast?.toLocaleString('en-US')}/s`;
      return {
        ...{ id, label, perSecond, waited: medianOf(id, 'waited') },
        cpuMsEach: (medianOf(id, 'cpuSeconds') * 1_000) / deliveries,
        all: runs.map(({ seconds }) => deliveries / seconds),
        verdict: atLeast && { target, actual: perSecond, met: perSecond >= atLeast },
      };
    });
}

/** Returns the path of the report. */
export function writeReport(report) {
  return writeReportFiles('deliveries', report, { isPartial: report.options.isPartial, markdown: markdown(report) });
}

function markdown({ date, machine, versions, options, rows, failures }) {
  const lines = [
    `- Measured ${date}; ${options.repeat} round(s) of ${options.deliveries} deliveries, ${options.concurrency} at a time, one worker, every round in its own process with a new database`,
    machineLine(machine),
    versionsLine(versions),
    '- The events are recorded before the clock starts. Worker, receiver and database are three processes that share the machine.',
    '- "Waited" counts deliveries that found no free slot of the endpoint and went back to the queue once.',
  ];
  const failed = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `# Deliveries benchmark, ${date.slice(0, 10)}\n\n${options.quick ? QUICK_NOTE : ''}${[...lines, ...failed].join('\n')}\n\n${markdownTable(columns, rows)}\n`;
}
