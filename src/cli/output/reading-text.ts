import { type Drift, driftSentences, type FileFormat, formatOf, type InferredColumn } from '../../tables/index.js';
import type { Reading } from '../../parse/index.js';
import { delimiterText } from './delimiter-text.js';
import { typeOptionText } from '../options/type-option.js';
import { printable } from './printable.js';

/** How a file is read, with the types of its columns: a few lines above its report. */
export function readingLines({ format, table, drift, notes }: Reading): string[] {
  const columns = table?.columns ?? [];
  return [
    formatText(format),
    ...(columns.length === 0 ? [] : [columns.map(columnText).join(', ')]),
    ...columns.flatMap(questionLines),
    ...driftLines(drift),
    ...notes.map((note) => `Note: ${printable(note)}`),
  ];
}

/** `CSV, separated by semicolons, UTF-8, 1 header line`. */
export function formatText(format: FileFormat): string {
  const parts = [
    formatOf(format).label,
    ...(format.kind === 'delimited' ? [`separated by ${delimiterText(format.dialect.delimiter)}`] : []),
    ...(format.kind === 'excel' ? [`sheet '${printable(format.sheet)}'`] : []),
    ...('encoding' in format ? [encodingText(format.encoding.name)] : []),
    ...(format.compression === 'none' ? [] : [format.compression]),
    ...placeParts(format),
  ];
  return parts.join(', ');
}

function placeParts(format: FileFormat): string[] {
  const place =
    format.kind === 'delimited'
      ? format.dialect
      : format.kind === 'fixed_width'
        ? format.layout
        : format.kind === 'excel'
          ? format.header
          : null;
  if (place === null) return [];
  const preamble = place.preambleLines === 0 ? [] : [`${linesText(place.preambleLines)} before the header`];
  return [
    ...preamble,
    place.headerLines === 0 ? 'no header' : `${place.headerLines} header ${line(place.headerLines)}`,
  ];
}

function linesText(count: number): string {
  return `${count} ${line(count)}`;
}

function line(count: number): string {
  return count === 1 ? 'line' : 'lines';
}

function encodingText(name: string): string {
  return name.replace(/^utf/, 'UTF');
}

function columnText({ name, type, format }: InferredColumn): string {
  return `${printable(name)} ${typeText({ type, format })}`;
}

export function typeText({ type, format }: Pick<InferredColumn, 'type' | 'format'>): string {
  if (format === null) return type;
  return `${type} ${printable(typeof format === 'string' ? format : format.join(' or '))}`;
}

/** Ambiguous types, with the options that decide them. */
export function questionLines({ name, type, alternatives }: InferredColumn): string[] {
  if (alternatives.length === 0) return [];
  const answers = alternatives.map(
    (other) => `    ${printable(`${other.why}; to declare it, use ${typeOptionText(name, other)}`)}`,
  );
  return [`? ${printable(name)} is read as ${type}, but could be:`, ...answers];
}

export function driftLines(drift: Drift | null): string[] {
  return drift === null ? [] : driftSentences(drift).map((sentence) => `Drift: ${printable(sentence)}`);
}
