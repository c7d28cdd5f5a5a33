import { findFooter, isClosing, isTotal } from '../delimited/detect/find-footer.js';
import { isRowOf } from '../delimited/detect/find-header.js';

const FOOTER_RECORDS = 40;

/**
 * How many lines at the end of a text are no rows: totals, `120 rows selected.`, prompts of the program that wrote it.
 * `rows` are some that are, cut as `cut` does it.
 */
export function fixedWidthFooter(
  lines: readonly string[],
  rows: readonly (readonly string[])[],
  cut: (line: string) => string[],
): number {
  const given = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at])).slice(-FOOTER_RECORDS);
  const records = given.map((at) => {
    const line = lines[at] ?? '';
    const followsBlank = at > 0 && (lines[at - 1] ?? '').trim() === '';
    const fields = cut(line);
    // The word may be longer than the column it begins in.
    if (isTotal(line)) return { fields: line.trim().split(/\s{2,}/), followsBlank };
    const standsApart = (followsBlank || isClosing(line)) && !isRowOf(fields, rows);
    return { fields: standsApart ? [line.trim()] : fields, followsBlank };
  });
  const count = findFooter(records, rows[0]?.length ?? 0);
  const first = given[given.length - count];
  return count === 0 || first === undefined ? 0 : lines.length - first;
}
