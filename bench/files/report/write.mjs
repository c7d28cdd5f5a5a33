import { machineLine, QUICK_NOTE, RATIO_LINE, versionsLine, writeReportFiles } from '../../shared/report-file.mjs';
import { markdownTable } from '../../shared/table.mjs';
import { GROUPS } from '../cases/index.mjs';
import { COLUMNS } from './columns.mjs';

/** Returns the path of the report. */
export function writeReport(report) {
  const { isPartial } = report.options;
  return writeReportFiles('files', report, { isPartial, markdown: markdown(report) });
}

function markdown(report) {
  const warning = report.options.quick ? QUICK_NOTE : '';
  const parts = [warning + preamble(report), sections(report), before(report), missing(report)];
  return `# Files benchmark, ${report.date.slice(0, 10)}\n\n${parts.filter(Boolean).join('\n\n').trimEnd()}\n`;
}

function preamble({ date, machine, versions, options: { amounts } }) {
  const count = (number) => number.toLocaleString('en-US');
  return [
    `- Measured ${date}; ${amounts.repeat} round(s), cases in turns, every run in processes of its own, from start to exit`,
    `- Inputs: ${count(amounts.csvFiles)} CSV files of 1,000 rows; ${count(amounts.smallFiles)} small files; ${count(amounts.largeBytes / 2 ** 20)} MiB in large files; ${count(amounts.parsers)} registered parsers; all in the page cache`,
    machineLine(machine),
    versionsLine(versions),
    '- **s** is from the start of a process to its exit. **start-up s** is the same command with next to no work: one file to process, an empty folder to scan. **work s** is the difference.',
    `- Fresh processes were measured on ${amounts.freshFiles} files; the seconds are extrapolated.`,
    '- casparian checks every row against its contract, writes Parquet, hashes and syncs it and commits the job; the bare fork server only delivers bytes.',
    RATIO_LINE,
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
