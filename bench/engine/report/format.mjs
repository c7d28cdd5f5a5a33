/** 12,345 for large numbers, 1.23 for small ones. */
export function formatNumber(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2);
}

export function formatRatio(ratio) {
  if (ratio === undefined) return '';
  return `${ratio.value.toFixed(2)} × ${ratio.name}`;
}

/** `≥ 0.8 × raw limit: 0.83, met`, one for each target of the row. */
export function formatVerdicts(verdicts) {
  return verdicts.map(formatVerdict).join('; ');
}

function formatVerdict({ target, actual, isRatio, met }) {
  if (met === undefined) return `${target}: not measured in this run`;
  return `${target}: ${isRatio ? actual.toFixed(2) : formatNumber(actual)}, ${met ? 'met' : 'MISSED'}`;
}

/** The cells of one row, in the order of HEADINGS. */
export function cells(row) {
  return [
    row.label,
    row.metricLabel,
    `${formatNumber(row.median)} ${row.unit}`,
    row.runs.map(formatNumber).join(' / '),
    formatRatio(row.ratio),
    formatVerdicts(row.verdicts),
    row.durability,
  ];
}

export const HEADINGS = ['subject', 'metric', 'median', 'runs', 'ratio', 'target: measured, verdict', 'durability'];
const RIGHT_ALIGNED = new Set(['median']);

export function markdownTable(rows) {
  const line = (columns) => `| ${columns.join(' | ')} |`;
  const rule = HEADINGS.map((heading) => (RIGHT_ALIGNED.has(heading) ? '---:' : '---'));
  return [line(HEADINGS), line(rule), ...rows.map((row) => line(cells(row)))].join('\n');
}

/** The same table with aligned columns. Durability is only in the written report, because here it would wrap the lines. */
export function terminalTable(rows) {
  const shown = HEADINGS.length - 1;
  const lines = [HEADINGS, ...rows.map(cells)].map((columns) => columns.slice(0, shown));
  const widths = HEADINGS.slice(0, shown).map((_, column) =>
    Math.max(...lines.map((columns) => columns[column].length)),
  );
  const pad = (text, column) =>
    RIGHT_ALIGNED.has(HEADINGS[column]) ? text.padStart(widths[column]) : text.padEnd(widths[column]);
  return lines.map((columns) => columns.map(pad).join('  ').trimEnd()).join('\n');
}
