import { entryJson } from '../entry-json.js';
import type { QuarantineEntry } from '../quarantine-entry.js';
import type { CsvOptions } from './csv-field.js';
import { csvLines } from './csv-lines.js';

export type ExportFormat = 'csv' | 'jsonl';

/** Rows as the text of a file, line by line. */
export function exportLines(
  entries: AsyncIterable<QuarantineEntry>,
  format: ExportFormat,
  options: CsvOptions,
): AsyncGenerator<string> {
  return format === 'csv' ? csvLines(entries, options) : jsonLines(entries);
}

async function* jsonLines(entries: AsyncIterable<QuarantineEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${entryJson(entry)}\n`;
}
