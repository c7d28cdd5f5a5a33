const COLUMNS = [
  { heading: 'case', cell: ({ label }) => label },
  { heading: 'rows', cell: ({ rows }) => rows.toLocaleString('en-US') },
  { heading: 's', cell: ({ seconds }) => seconds.toFixed(2) },
  { heading: 'runs', cell: ({ allSeconds }) => allSeconds.map((one) => one.toFixed(2)).join(' / ') },
  { heading: '× transport', cell: ({ ratio }) => ratio?.toFixed(2) ?? '' },
  { heading: 'host MB', cell: ({ hostMb }) => hostMb?.toFixed(0) ?? '' },
  { heading: 'Python MB', cell: ({ pythonMb }) => pythonMb?.toFixed(0) ?? '' },
  { heading: 'target: measured, verdict', cell: ({ verdicts }) => verdicts.map(formatVerdict).join('; ') },
];

export function markdownTable(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const headings = COLUMNS.map(({ heading }) => heading);
  const rule = headings.map((_, column) => (isNumber(column) ? '---:' : '---'));
  return [line(headings), line(rule), ...rows.map((row) => line(COLUMNS.map(({ cell }) => cell(row))))].join('\n');
}

/** The same table in columns of equal width. */
export function terminalTable(rows) {
  const lines = [COLUMNS.map(({ heading }) => heading), ...rows.map((row) => COLUMNS.map(({ cell }) => cell(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const pad = (text, column) => (isNumber(column) ? text.padStart(widths[column]) : text.padEnd(widths[column]));
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

function isNumber(column) {
  return !['case', 'runs', 'target: measured, verdict'].includes(COLUMNS[column].heading);
}

/** `seconds ≤ 2.5 × the bare transport: 2.31, met` */
function formatVerdict({ target, actual, met }) {
  if (met === undefined) return `${target}: not measured in this run`;
  return `${target}: ${actual >= 10 ? actual.toFixed(0) : actual.toFixed(2)}, ${met ? 'met' : 'MISSED'}`;
}
