import { medianOver, ratio } from '../shared/medians.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { formatVerdict, markdownTable } from '../shared/table.mjs';

export const columns = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'ms a run', cell: ({ msEach }) => msEach.toFixed(2) },
  { heading: '× spawn', cell: ({ ratioToSpawn }) => ratioToSpawn?.toFixed(2) ?? '' },
  { heading: 'all rounds, ms', isText: true, cell: ({ all }) => all.map((one) => one.toFixed(2)).join(' / ') },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : ''),
  },
];

/** The table's rows: the median of each case, and its ratio to the bare spawn. */
export function buildRows(results, { runs }) {
  const medianOf = medianOver(results);
  return results
    .filter((result) => result.runs.length > 0)
    .map(({ id, label, target, runs: rounds }) => {
      const ratioToSpawn = ratio(medianOf(id, 'seconds'), medianOf('spawn', 'seconds'));
      const each = (seconds) => (seconds * 1_000) / runs;
      return {
        id,
        label,
        msEach: each(medianOf(id, 'seconds')),
        all: rounds.map(({ seconds }) => each(seconds)),
        ratioToSpawn,
        verdict: target && {
          target: `≤ ${target} × spawn`,
          actual: ratioToSpawn,
          met: ratioToSpawn && ratioToSpawn <= target,
        },
      };
    });
}

/** Returns the path of the report. */
export function writeReport(report) {
  return writeReportFiles('tasks', report, { isPartial: report.options.isPartial, markdown: markdown(report) });
}

function markdown({ date, machine, versions, options, rows, failures }) {
  const lines = [
    `- Measured ${date}; ${options.repeat} round(s) of ${options.runs} runs of /bin/true, ${options.concurrency} at a time, cases in turns, every round in its own process after a warm-up`,
    machineLine(machine),
    versionsLine(versions),
    '- casparian: from before the submission, all in one call, to the commit of the last completion. Each task has its own spec, with a payload on stdin; its output and envelope are read, a launcher starts and supervises it, its row and result are stored.',
    '- Ratios are medians divided by medians of the same run.',
  ];
  const failed = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `# Tasks benchmark, ${date.slice(0, 10)}\n\n${options.quick ? QUICK_NOTE : ''}${[...lines, ...failed].join('\n')}\n\n${markdownTable(columns, rows)}\n`;
}
