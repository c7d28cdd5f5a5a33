import type { DetectedText, FormatOptions, TextCandidate } from '../format.js';
import { findDialect } from './detect/find-dialect.js';
import type { DelimitedFormat, Dialect } from './dialect.js';

/** Null when no delimiter makes a table of the text. */
export function detectDelimited(
  { samples, namedFormat, compression, encoding, notes }: TextCandidate,
  options: FormatOptions,
): DetectedText<DelimitedFormat> | null {
  const isGiven = options.format === 'delimited';
  const found = findDialect(samples(), { isNamed: isGiven || namedFormat === 'delimited', given: options });
  if (found === null) return null;
  const { dialect, confidence } = found;
  const { text } = samples().head;
  const isTable = dialect.columns.length > 1 ? !hasOnlyDecimalCommas(text, dialect) : isQuotedList(text);
  return {
    format: {
      kind: 'delimited',
      dialect,
      confidence,
      notes: [...notes, ...found.notes],
      warnings: found.warnings,
      compression,
      encoding,
    },
    // Fixed-width columns explain the text better than a list of lines, or than commas within numbers.
    isFallback: !isGiven && !isTable,
  };
}

const MOST_LINES = 0.9;

/** Whether nearly all lines are one quoted text each: gaps inside the quotes do not separate columns. */
function isQuotedList(text: string): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return (
    lines.length > 1 && lines.filter((line) => /^"[^"]*"$/.test(line.trim())).length >= MOST_LINES * (lines.length - 1)
  );
}

/** Whether all commas are between digits, and wide gaps between words: then the gaps separate columns such as `1,234.56`. */
function hasOnlyDecimalCommas(text: string, { delimiter }: Dialect): boolean {
  if (delimiter !== ',' || /,(?!\d)|(?<!\d),/.test(text)) return false;
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes(','));
  return lines.filter((line) => /\S {2,}\S/.test(line)).length >= MOST_LINES * lines.length;
}
