import { replaceLongIntegers } from '../../platform/index.js';
import { MAX_BATCH_ROWS } from '../protocol/bounds.js';
import type { BridgeMessage } from '../protocol/message.js';
import { MalformedPayload } from '../protocol/protocol-error.js';
import { createCellColumns } from './cell-columns.js';
import { decodeHeader } from './header.js';
import { decodeHello } from './hello.js';

/** One frame of NDJSON: the hello, or rows with or without a header before them. */
export function decodeNdjson(text: string): BridgeMessage {
  if (!text.endsWith('\n')) throw new MalformedPayload('its last line of NDJSON has no end');
  const firstEnd = text.indexOf('\n');
  const header = decodeHeader(parseLine(text.slice(0, firstEnd), 1));
  if (header?.parser !== undefined) {
    if (firstEnd + 1 < text.length) throw new MalformedPayload('has more lines behind the hello');
    return { kind: 'hello', parser: decodeHello(header.parser) };
  }
  const columns = createCellColumns(header?.columns ?? null);
  let line = header ? 2 : 1;
  for (let start = header ? firstEnd + 1 : 0; start < text.length; line += 1) {
    const end = text.indexOf('\n', start);
    addRow(columns, parseLine(text.slice(start, end), line), line);
    start = end + 1;
  }
  return {
    kind: 'batch',
    batch: { output: header?.output ?? null, rowCount: columns.rowCount, columns: columns.finish() },
  };
}

function parseLine(line: string, number: number): object {
  let value: unknown;
  try {
    // Our own shims tag integers that JSON.parse would round; other programs do not.
    value = JSON.parse(replaceLongIntegers(line, (integer) => `{"$int":"${integer}"}`));
  } catch (error) {
    throw new MalformedPayload(`line ${number} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedPayload(`line ${number} is not a JSON object`);
  }
  return value;
}

function addRow(columns: ReturnType<typeof createCellColumns>, row: object, line: number): void {
  if (columns.rowCount === MAX_BATCH_ROWS) throw new MalformedPayload(`has more than ${MAX_BATCH_ROWS} rows`);
  try {
    columns.addRow(row as Record<string, unknown>);
  } catch (error) {
    throw new MalformedPayload(`line ${line}: ${(error as Error).message}`, { cause: error });
  }
}
