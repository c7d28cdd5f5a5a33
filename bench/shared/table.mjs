/** A table of columns `{ heading, cell(row), isText }`, as Markdown. */
export function markdownTable(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = columns.map(({ isText }) => (isText ? '---' : '---:'));
  const lines = rows.map((row) => line(columns.map(({ cell }) => cell(row))));
  return [line(columns.map(({ heading }) => heading)), line(rule), ...lines].join('\n');
}

/** The same table with aligned columns. */
export function terminalTable(columns, rows) {
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => cells[index].length)));
  const pad = (text, index) => (columns[index].isText ? text.padEnd(widths[index]) : text.padStart(widths[index]));
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

/** `seconds ≤ 2.5 × the bare transport: 2.31, met` */
export function formatVerdict({ target, actual, met }) {
  if (met === undefined) return `${target}: not measured in this run`;
  return `${target}: ${actual >= 10 ? actual.toFixed(0) : actual.toFixed(2)}, ${met ? 'met' : 'MISSED'}`;
}
