import type { QuarantineEntry, QuarantineFilter } from '../../../pipeline/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { rowLabel } from '../../output/row-counts.js';
import { cutText, padText } from '../../output/text-width.js';

const INDENT = ' '.repeat(10);

/** The state of a job's rows, unless they have several. */
export function stateOf({ statuses }: QuarantineFilter, { status }: QuarantineEntry): string {
  if (status === 'evidence') return 'of a file that failed, kept as evidence of the failure';
  // Open rows and evidence never occur together in one job.
  const states = statuses.filter((one) => one !== 'evidence');
  return states.length === 1 ? status : `that are ${states.join(' or ')}`;
}

/** The row, its errors and its state. */
export function entryLines(entry: QuarantineEntry, output: Output): string[] {
  const others = entry.errors.length > 1 ? ` (and ${entry.errors.length - 1} more in this row)` : '';
  const column = entry.column === null ? '' : `${entry.column}: `;
  const fate = fateOf(entry);
  return [
    `${padText(rowLabel(entry), INDENT.length - 1)} ${entry.raw}`,
    `${INDENT}Error: ${column}${entry.errorMessage}${others}`,
    ...(fate === undefined ? [] : [INDENT + fate]),
  ].map((line) => cutText(printable(line), output.width));
}

function fateOf({ status, resolvedBy, reason }: QuarantineEntry): string | undefined {
  if (status === 'recovered') return `Recovered by job ${resolvedBy ?? ''}`;
  if (status === 'superseded') return `Superseded by job ${resolvedBy ?? ''}`;
  return status === 'discarded' ? `Discarded: ${reason ?? ''}` : undefined;
}
