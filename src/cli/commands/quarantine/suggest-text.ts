import type { RepairGroup, RepairReport, TriedRow } from '../../../pipeline/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { rows } from '../../output/row-counts.js';
import { cutText } from '../../output/text-width.js';

const MAX_VALUE_LENGTH = 60;

/** The suggestions for a dataset, group by group. */
export function reportLines(report: RepairReport, output: Output): string[] {
  const { dataset, quarantined, already_valid, unread, groups } = report;
  const lines = [output.paint('bold', `${printable(dataset)}: ${rows(quarantined)} quarantined`)];
  if (already_valid > 0)
    lines.push(`${rows(already_valid)} valid with the current contract: casparian quarantine replay`);
  for (const group of groups) lines.push('', ...groupLines(report, group, output));
  if (unread.length > 0) lines.push('', 'Not read:', ...unread.map((why) => `  ${printable(why)}`));
  return lines.map((line) => cutText(line, output.width));
}

function groupLines({ parser }: RepairReport, group: RepairGroup, output: Output): string[] {
  const { column, error_type, example, suggestions, refused } = group;
  const value = example === null ? '' : ` · e.g. ${cutText(printable(example), MAX_VALUE_LENGTH)}`;
  const lines = [`${rows(group.rows)} · ${printable(column ?? 'no column')} · ${error_type}${value}`];
  for (const { id, change, repairs, leaves, helps, breaks, applicable, after } of suggestions) {
    const left = helps > 0 ? `leaves ${leaves} (${helps} with other wrong columns only)` : `leaves ${leaves}`;
    const effects = [`repairs ${rows(repairs)}`, left, `breaks ${breaks ?? 'an unknown number'}`];
    lines.push(`  ${output.paint('green', printable(change))}`, `    ${effects.join(', ')}`);
    lines.push(
      applicable
        ? `    casparian quarantine suggest --apply ${id}`
        : `    In the code of '${printable(parser)}', declare "${printable(String(column))}": ${printable(JSON.stringify(after))}`,
    );
  }
  for (const { change, reason, repairs, changes, breaks, conflict } of refused) {
    const why = REASONS[reason]({ changes, breaks: breaks ?? 0, conflict: printable(conflict ?? '') });
    lines.push(`  Not offered: ${printable(change)} (repairs ${rows(repairs)}): ${why}`);
  }
  if (suggestions.length + refused.length === 0)
    lines.push('  No change of the contract helps. Correct the rows or the file.');
  return lines;
}

type Why = (facts: { changes: number; breaks: number; conflict: string }) => string;

const REASONS: Readonly<Record<RepairGroup['refused'][number]['reason'], Why>> = {
  changes_meaning: ({ changes, conflict }) => `${rows(changes)} accepted with another meaning, such as '${conflict}'`,
  breaks_more: ({ breaks, conflict }) => `${rows(breaks)} accepted would be rejected, such as '${conflict}'`,
  ambiguous: () => 'another change reads the same values differently; look at the file and set the contract',
  files_unread: () => 'some files of the dataset could not be read, so their values are unknown',
  repairs_nothing: () => 'it repairs no row',
  covered: () => 'another change does the same',
};

/** Some rows before and after a change. */
export function triedLines(id: string, tried: readonly TriedRow[], output: Output): string[] {
  const lines = tried.map(({ row_number, value, before, valid, after }) => {
    const mark = valid ? output.paint('green', '✓') : output.paint('red', '✗');
    const result = valid ? (after ?? 'no value') : (after ?? '');
    return `${mark} Row ${row_number}: ${printable(value ?? 'no value')} → ${printable(result)} (${printable(before)})`;
  });
  return ['', `With ${id}:`, ...lines].map((line) => cutText(line, output.width));
}
