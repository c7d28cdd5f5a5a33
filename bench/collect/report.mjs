import { medianOver, ratio } from '../shared/medians.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { formatVerdict, markdownTable } from '../shared/table.mjs';

const ms = (seconds) => (seconds * 1_000).toFixed(seconds < 0.01 ? 3 : 1);

export const columns = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'ms', cell: ({ seconds }) => ms(seconds) },
  { heading: '× bare', cell: ({ ratioToBase }) => ratioToBase?.toFixed(2) ?? '' },
  { heading: 'all rounds, ms', isText: true, cell: ({ all }) => all.map(ms).join(' / ') },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : ''),
  },
];

/** The table's rows: the median of each case, and the ratio to the case that it is compared with. */
export function buildRows(results, options) {
  const medianOf = medianOver(results);
  return results
    .filter((result) => result.runs.length > 0)
    .map(({ id, label, base, target, runs }) => {
      const seconds = medianOf(id, 'seconds');
      const ratioToBase = base && ratio(seconds, medianOf(base, 'seconds'));
      return {
        ...{ id, label, seconds, ratioToBase, all: runs.map((run) => run.seconds) },
        verdict: target && verdictOf(target, { seconds, ratioToBase, options }),
      };
    });
}

function verdictOf(target, { seconds, ratioToBase, options }) {
  if (target.ratio !== undefined) {
    const met = ratioToBase === undefined ? undefined : ratioToBase <= target.ratio;
    return { target: `≤ ${target.ratio} × bare`, actual: ratioToBase, met };
  }
  const most = target.seconds ?? target.secondsOf(options);
  return { target: `≤ ${Number((most * 1_000).toPrecision(6))} ms`, actual: seconds * 1_000, met: seconds <= most };
}

/** Returns the path of the report. */
export function writeReport(report) {
  return writeReportFiles('collect', report, { isPartial: report.options.isPartial, markdown: markdown(report) });
}

function markdown({ date, machine, versions, options, rows, failures }) {
  const lines = [
    `- Measured ${date}; ${options.repeat} round(s), ${options.intakes} intakes with 100 points each, cases in turns, every round in its own process after a warm-up`,
    machineLine(machine),
    versionsLine(versions),
    '- Grants and requests are medians of the time on the clock. Points and valuations are CPU time of the process; with PostgreSQL, the server works on another core.',
    '- Requests go to a server on this machine that responds after 20 ms. A governed one passes all gates: pause, query cache, robots.txt, slot, breaker and HTTP cache. Both load the source and read the prices of the page.',
  ];
  const failed = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `# Collect benchmark, ${date.slice(0, 10)}\n\n${options.quick ? QUICK_NOTE : ''}${[...lines, ...failed].join('\n')}\n\n${markdownTable(columns, rows)}\n`;
}
