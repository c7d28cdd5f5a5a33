import { relative } from 'node:path';
import { emptyTextSentences, type RunReport } from '../../../parse/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { driftLines } from '../../output/reading-text.js';
import { rowPlace } from '../../output/row-place.js';

/** The result of one input, as text. */
export function reportLines(report: RunReport, output: Output): string[] {
  const lines: string[] = [];
  if (report.error === null) {
    const seconds = `${(report.durationMs / 1_000).toFixed(1)} s`;
    lines.push(`${output.paint('green', '✓')} ${rows(report.rowsValid)} processed in ${seconds}`);
  }
  if (report.rowsQuarantined > 0) {
    lines.push(`${output.paint('yellow', '⚠')} ${rows(report.rowsQuarantined)} quarantined`);
    const several = report.outputs.length > 1;
    for (const bad of report.badRows) {
      lines.push(`  ${several ? `${bad.output}, ` : ''}${rowPlace(bad)}: ${printable(bad.message)}`);
    }
    const more = report.rowsQuarantined - report.badRows.length;
    if (more > 0) lines.push(`  … and ${rows(more)} more`);
  }
  for (const warning of report.reading?.warnings ?? []) {
    lines.push(`${output.paint('yellow', '⚠')} ${printable(warning)}`);
  }
  // A run that failed before its first row has no rows to account for.
  if (report.error === null || report.rowsIn > 0) {
    lines.push(
      `rows in ${count(report.rowsIn)} = valid ${count(report.rowsValid)} + quarantined ${count(report.rowsQuarantined)}`,
      ...accountingLines(report),
      ...changeLines(report),
      ...emptyTextSentences(report.emptyTexts).map((sentence) => `Note: ${printable(sentence)}`),
    );
  }
  lines.push(...skippedText(report));
  for (const file of report.outputs) lines.push(`→ ${near(file.path)} (${rows(file.rows)})`);
  for (const file of report.quarantines) lines.push(`→ ${near(file.path)} (${rows(file.rows)})`);
  return lines;
}

/** A few of the lines that are not rows; the file has all of them. */
function skippedText({ skipped: { count: all, path, shown } }: RunReport): string[] {
  if (path === null) return [];
  return [
    ...shown.map(({ line, reason, text }) => `  line ${count(line)}, ${reason}: ${printable(text).slice(0, 80)}`),
    `→ ${near(path)} (${count(all)} skipped ${all === 1 ? 'line' : 'lines'})`,
  ];
}

/** Printed if a file has more than a header and valid rows. */
function accountingLines({ accounting }: RunReport): string[] {
  if (accounting === null) return [];
  const { lines, header, preamble, valid, quarantined, skipped } = accounting;
  if (preamble + quarantined + skipped === 0) return [];
  const parts = Object.entries({ preamble, header, valid, quarantined, skipped }).filter(([, number]) => number > 0);
  return [`lines ${count(lines)} = ${parts.map(([name, number]) => `${name} ${count(number)}`).join(' + ')}`];
}

/** New and missing columns were reported when the file was opened; type changes are known now. */
function changeLines({ reading }: RunReport): string[] {
  const changed = reading?.drift?.changed ?? [];
  return driftLines({ added: [], missing: [], renamed: [], changed });
}

export function totals(reports: readonly RunReport[]): string {
  const sum = (part: (report: RunReport) => number): number => reports.reduce((all, one) => all + part(one), 0);
  const failed = sum(({ status }) => (status === 'failed' ? 1 : 0));
  const files = `${reports.length - failed} of ${reports.length} files done${failed > 0 ? `, ${failed} failed` : ''}`;
  const [rowsIn, valid, bad] = [sum((r) => r.rowsIn), sum((r) => r.rowsValid), sum((r) => r.rowsQuarantined)];
  return `${files}\nrows in ${count(rowsIn)} = valid ${count(valid)} + quarantined ${count(bad)}`;
}

function rows(number: number): string {
  return `${count(number)} ${number === 1 ? 'row' : 'rows'}`;
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** The shorter of the two forms of a path. */
function near(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return printable(fromHere.startsWith('..') ? path : fromHere);
}
