import { basename, extname } from 'node:path';
import { CasparianError } from '../../platform/index.js';

export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'parquet' | 'xlsx' | 'duckdb' | 'sqlite';

const BY_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
  '.xlsx': 'xlsx',
  '.duckdb': 'duckdb',
  '.sqlite': 'sqlite',
  '.sqlite3': 'sqlite',
};

/** The format of an export, by the extension of its file name. */
export function exportFormat(target: string): ExportFormat {
  const format = BY_EXTENSION[extname(target).toLowerCase()];
  if (format !== undefined) return format;
  throw new CasparianError('OPTION_INVALID', `The format of '${basename(target)}' is unknown`, {
    why: `The file extension sets the format: ${Object.keys(BY_EXTENSION).join(', ')}.`,
    next: ['Name it for example rows.csv or rows.parquet.'],
  });
}
