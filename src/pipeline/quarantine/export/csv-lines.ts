import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder } from '../../../process/index.js';
import { entryJson } from '../entry-json.js';
import type { QuarantineEntry } from '../quarantine-entry.js';
import { rawFields } from '../raw-fields.js';
import { textLines } from '../text-lines.js';
import { csvField, type CsvOptions, fieldText } from './csv-field.js';

const RAW = ',"raw":';

/** The columns after those of the row, with their names in `entryJson`. */
const LINEAGE = {
  _cf_row: 'row_number',
  _cf_source: 'source',
  _cf_error_column: 'column',
  _cf_error_type: 'error_type',
  _cf_error_message: 'error_message',
  // Names the row when corrections are imported.
  _cf_id: 'id',
} as const;

/**
 * Rows as CSV. Rows of different parsers have different columns, and the first line names all of them. So the rows are
 * kept in a temporary file until the last one was read.
 */
export async function* csvLines(entries: AsyncIterable<QuarantineEntry>, options: CsvOptions): AsyncGenerator<string> {
  const folder = makeTemporaryFolder('export-');
  try {
    const path = join(folder, 'rows.jsonl');
    const names = [...(await putAside(entries, path))];
    yield line([...names, ...Object.keys(LINEAGE)], options);
    for await (const json of textLines(path)) yield csvLine(json, names, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putAside(entries: AsyncIterable<QuarantineEntry>, path: string): Promise<Set<string>> {
  const names = new Set<string>();
  const lines = async function* (): AsyncGenerator<string> {
    for await (const entry of entries) {
      for (const name of rawFields(entry.raw).keys()) names.add(name);
      yield `${entryJson(entry)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return names;
}

function csvLine(json: string, names: readonly string[], options: CsvOptions): string {
  const rawAt = json.indexOf(RAW);
  const head = JSON.parse(`${json.slice(0, rawAt)}}`) as Record<string, string | number | null>;
  const fields = rawFields(json.slice(rawAt + RAW.length, -1));
  const own = names.map((name) => fieldText(fields.get(name)));
  const lineage = Object.values(LINEAGE).map((name) => head[name]?.toString());
  return line([...own, ...lineage], options);
}

function line(texts: readonly (string | undefined)[], options: CsvOptions): string {
  return `${texts.map((text) => csvField(text, options)).join(',')}\n`;
}
