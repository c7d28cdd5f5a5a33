import { type QuarantineGroup, rawFields } from '../../../pipeline/index.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { count, rows } from '../../output/row-counts.js';
import { cutText } from '../../output/text-width.js';

const MAX_VALUE_LENGTH = 60;

/** `1,204 rows · invoices.date · invalid_date · e.g. row 47: '31/02/2024'`, and the most frequent messages. */
export function groupLines(group: QuarantineGroup, output: Output): string[] {
  const { errorType, example, messages } = group;
  const value = exampleValue(group);
  const shown = value === undefined ? '' : `: ${cutText(printable(value), MAX_VALUE_LENGTH)}`;
  const where = printable(placeOf(group));
  const first = `${rows(group.rows)} · ${where} · ${errorType} · e.g. row ${example.rowNumber}${shown}`;
  // If every row has a different message, the rows themselves are more informative.
  const repeat = group.rows > messages.length ? messages : [];
  return [
    cutText(first, output.width),
    ...repeat.map(({ message, rows: times }) => cutText(`    ${count(times)} × ${printable(message)}`, output.width)),
  ];
}

function placeOf({ parser, output, column }: QuarantineGroup): string {
  const dataset = output === parser ? parser : `${parser}/${output}`;
  return column === null ? dataset : `${dataset}.${column}`;
}

function exampleValue({ column, example }: QuarantineGroup): string | undefined {
  const json = column === null ? undefined : rawFields(example.raw).get(column);
  return json?.startsWith('"') ? `'${JSON.parse(json) as string}'` : json;
}
