import { join } from 'node:path';
import { writeLine } from '../../../src/contract/check/quarantine-line.js';
import { createQuarantineSink, type LineOfRow } from '../../../src/contract/outputs/quarantine-sink.js';
import type { TextBuffer } from '../../../src/contract/text/text-buffer.js';
import { temporaryFolder } from '../../cli/store.js';

export interface BadRowGiven {
  readonly row: number;
  readonly raw?: string;
  readonly column?: string;
  readonly type?: string;
  readonly message?: string;
}

/** A quarantine file as a run stages it. */
export async function quarantineFile(rows: readonly BadRowGiven[]): Promise<string> {
  const path = join(await temporaryFolder(), 'rows.quarantine.jsonl');
  const sink = await createQuarantineSink(path);
  await sink.write(rows.map(quarantinedRow));
  await sink.finish();
  return path;
}

function quarantinedRow(given: BadRowGiven): LineOfRow {
  const { row, raw = '{}', column = 'date', type = 'invalid_date', message = 'month 13 does not exist' } = given;
  const errors = [{ column, type, cell: null, reason: message }];
  const line = { rowNumber: row, errors, writeRaw: (out: TextBuffer) => out.utf8(raw) };
  return { writeLine: (start, out) => writeLine(start, line, out) };
}
