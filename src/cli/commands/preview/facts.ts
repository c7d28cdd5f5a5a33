import { FORMATS, UNREAD_FORMATS } from '../../../tables/formats.js';
import type { Preview } from '../../../tables/index.js';
import { formatBytes } from '../../output/bytes.js';
import { delimiterText } from '../../output/delimiter-text.js';
import { renderProperties } from '../../output/table.js';
import { visible } from './visible.js';

/** Facts about the whole file. */
export function factsOf(preview: Preview): string {
  const size = preview.bytes === null ? '' : ` (${formatBytes(preview.bytes)})`;
  return renderProperties([
    ['file', `${visible(preview.path)}${size}`],
    ['format', formatText(preview)],
    ...(preview.encoding === null ? [] : [['encoding', encodingText(preview)] as const]),
    ...(preview.columns.length === 0 ? [] : [['rows', rowsText(preview)] as const]),
  ]);
}

const OTHER_FORMATS: Readonly<Record<string, string>> = {
  text: 'plain text',
  binary: 'unknown (binary)',
  empty: 'empty file',
};

function labelOf(format: string): string {
  return [...FORMATS, ...UNREAD_FORMATS].find(({ name }) => name === format)?.label ?? OTHER_FORMATS[format] ?? format;
}

function formatText({ format, compression, delimiter, header }: Preview): string {
  const parts = [
    labelOf(format),
    ...(delimiter === null ? [] : [`separated by ${delimiterText(delimiter)}`]),
    ...(header === null ? [] : [header ? 'header in the first line' : 'no header']),
    ...(compression === null ? [] : [`compressed with ${compression}`]),
  ];
  return parts.join(', ');
}

const CONFIDENCES = { certain: 'certain', likely: 'likely', guess: 'a guess' };

function encodingText({ encoding, encodingConfidence }: Preview): string {
  return `${encoding} (${encodingConfidence === null ? '' : CONFIDENCES[encodingConfidence]})`;
}

function rowsText({ rows, rowCount, truncated, format }: Preview): string {
  if (format === 'binary') return 'the first bytes';
  if (!truncated) return `all ${rows.length}`;
  return rowCount === null
    ? `the first ${rows.length}`
    : `the first ${rows.length} of ${rowCount.toLocaleString('en')}`;
}
