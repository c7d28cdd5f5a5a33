import { medianOver, ratio } from '../shared/medians.mjs';
import { machineLine, QUICK_NOTE, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { formatVerdict, markdownTable } from '../shared/table.mjs';

export const columns = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 'µs an event', cell: ({ microsEach }) => microsEach.toFixed(1) },
  { heading: 'events/s', cell: ({ perSecond }) => Math.round(perSecond).toLocaleString('en-US') },
  { heading: '× plain insert', cell: ({ ratioToInsert }) => ratioToInsert?.toFixed(2) ?? '' },
  { heading: 'all rounds, µs', isText: true, cell: ({ all }) => all.map((one) => one.toFixed(1)).join(' / ') },
  {
    heading: 'target: measured, verdict',
    isText: true,
    cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : ''),
  },
];

/** The table's rows: the median of each case, and the ratio of an append to the plain insert. */
export function buildRows(results, { events }) {
  const medianOf = medianOver(results);
  return results
    .filter((result) => result.runs.length > 0)
    .map(({ id, label, base, atMost, atLeast, runs: rounds }) => {
      const seconds = medianOf(id, 'seconds');
      const ratioToInsert = base && ratio(seconds, medianOf(base, 'seconds'));
      const perSecond = events / seconds;
      const verdicts = [
        ...(atMost && ratioToInsert
          ? [{ target: `≤ ${atMost} × plain insert`, actual: ratioToInsert, met: ratioToInsert <= atMost }]
          : []),
        ...(atLeast
          ? [{ target: `≥ ${atLeast.toLocaleString('en-US')}/s`, actual: perSecond, met: perSecond >= atLeast }]
          : []),
      ];
      const micros = (one) => (one * 1e6) / events;
      return {
        ...{ id, label, microsEach: micros(seconds), perSecond, ratioToInsert, verdict: verdicts[0] },
        all: rounds.map((round) => micros(round.seconds)),
      };
    });
}

/** Returns the path of the report. */
export function writeReport(report) {
  return writeReportFiles('events', report, { isPartial: report.options.isPartial, markdown: markdown(report) });
}

function markdown({ date, machine, versions, options, rows, failures }) {
  const lines = [
    `- Measured ${date}; ${options.repeat} round(s) of ${options.events} events, cases in turns, every round in its own process after a warm-up`,
    machineLine(machine),
    versionsLine(versions),
    '- Append and plain insert write the same rows, of about 1 kB, into the same table with the same indexes, inside one open transaction. The plain insert has its hashes from before. An append of one event is one call of `recordEvents`.',
    '- Verify recomputes all hashes and the tree, in one process; on PostgreSQL the server reads the rows on another core.',
    '- Ratios are medians divided by medians of the same run.',
  ];
  const failed = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `# Events benchmark, ${date.slice(0, 10)}\n\n${options.quick ? QUICK_NOTE : ''}${[...lines, ...failed].join('\n')}\n\n${markdownTable(columns, rows)}\n`;
}
