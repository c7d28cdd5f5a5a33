import type { Preview } from '../../../tables/index.js';
import { formatBytes } from '../../output/bytes.js';
import { delimiterText } from '../../output/delimiter-text.js';
import { renderProperties } from '../../output/table.js';
import { visible } from './visible.js';

/** What is known about the file as a whole. */
export function factsOf(preview: Preview): string {
  const size = preview.bytes === null ? '' : ` (${formatBytes(preview.bytes)})`;
  return renderProperties([
    ['file', `${visible(preview.path)}${size}`],
    ['format', formatText(preview)],
    ...(preview.encoding === null ? [] : [['encoding', encodingText(preview)] as const]),
    ...(preview.columns.length === 0 ? [] : [['rows', rowsText(preview)] as const]),
  ]);
}

const FORMATS: Readonly<Record<Preview['format'], string>> = {
  csv: 'CSV',
  json: 'JSON',
  ndjson: 'NDJSON (one JSON value a line)',
  parquet: 'Parquet',
  text: 'plain text',
  binary: 'unknown (binary)',
  empty: 'none: the file is empty',
  excel: 'Excel workbook',
  excel_97: 'Microsoft Office 97 (.xls)',
  opendocument: 'OpenDocument (.ods, .odt)',
  zip: 'zip archive',
  zstd: 'zstd',
  bzip2: 'bzip2',
  xz: 'xz',
  lz4: 'LZ4',
  pdf: 'PDF',
  sqlite: 'SQLite database',
  arrow: 'Arrow file',
  avro: 'Avro',
  orc: 'ORC',
};

function formatText({ format, compression, delimiter, header }: Preview): string {
  const parts = [
    FORMATS[format],
    ...(delimiter === null ? [] : [`separated by ${delimiterText(delimiter)}`]),
    ...(header === null ? [] : [header ? 'names in the first line' : 'no names of columns']),
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
