import type { OnSkipped } from '../table/table-reader.js';
import { createKeepLine } from '../text/keep-line.js';
import type { AroundKind, KeepAround } from '../text/read-text.js';
import { rawText } from '../text/raw-text.js';
import { isClosing, isTotal } from './detect/find-footer.js';
import type { Dialect } from './dialect.js';

/** Reports the lines before and after the rows of a text table as skipped. Undefined if they are not wanted. */
export function keepAround(
  onSkipped: OnSkipped | undefined,
  { otherTables = [], headerReason }: Pick<Dialect, 'otherTables' | 'headerReason'> = {},
): KeepAround | undefined {
  const keep = createKeepLine(onSkipped);
  if (keep === null) return undefined;
  return (line, kind, bytes, from, to) => {
    const other = otherTables.find(({ firstLine, lastLine }) => line >= firstLine && line <= lastLine);
    if (other !== undefined) {
      return keep(line, 'other_table', `belongs to another table: ${other.columns.join(', ')}`, bytes, from, to);
    }
    keep(line, kind, reasonFor(kind, rawText(bytes.subarray(from, to)), headerReason), bytes, from, to);
  };
}

function reasonFor(kind: AroundKind, text: string, headerReason = 'the names of the columns'): string {
  if (kind === 'header') return headerReason;
  if (kind === 'preamble') return text.startsWith('#') ? 'a comment above the table' : 'above the table';
  const what = isTotal(text) ? 'a total' : isClosing(text) ? 'a closing remark' : 'text';
  return `${what} below the table`;
}
