import { machineLine, QUICK_NOTE, RATIO_LINE, versionsLine, writeReportFiles } from '../../shared/report-file.mjs';
import { GROUPS } from '../cases.mjs';
import { markdownTable } from '../../shared/table.mjs';
import { COLUMNS } from './columns.mjs';

/** Returns the path of the report. */
export function writeReport(report) {
  const { isPartial } = report.options;
  return writeReportFiles('parse', report, { isPartial, markdown: markdown(report) });
}

function markdown(report) {
  const warning = report.options.quick ? QUICK_NOTE : '';
  const parts = [warning + preamble(report), sections(report), missing(report)];
  return `# Parse benchmark, ${report.date.slice(0, 10)}\n\n${parts.join('\n\n').trimEnd()}\n`;
}

function preamble({ date, machine, versions, options: { amounts }, inputBytes }) {
  return [
    `- Measured ${date}; ${amounts.repeat} round(s), cases in turns, every run in its own processes, from start to exit`,
    `- Input: ${amounts.rows.toLocaleString('en-US')} rows, ${Math.round(inputBytes / 1e6)} MB of CSV in the page cache; about 1 row in 490 has a bad date or amount`,
    machineLine(machine),
    versionsLine(versions),
    '- casparian also adds lineage columns, hashes its outputs and syncs them to disk; the peers do not.',
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

function missing({ failures }) {
  if (failures.length === 0) return '';
  const lines = failures.map(({ id, failures: all }) => `- ${id}: failed ${all.length} time(s), ${all[0]}`);
  return `## Not measured\n\n${lines.join('\n')}\n`;
}
