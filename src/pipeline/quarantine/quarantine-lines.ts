import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';

/** One line of a quarantine file. What is JSON in it stays the text it was: numbers beyond 2^53 would not survive. */
export interface QuarantineLine {
  readonly rowNumber: number;
  readonly column: string | null;
  readonly errorType: string;
  readonly errorMessage: string;
  readonly errors: string;
  readonly raw: string;
}

const LINE_FEED = 0x0a;
const RAW = ',"raw":';
const ERRORS = ',"errors":';

/** The rows of a quarantine file, as they are read. Not with `readline`, which also splits at U+2028 inside of a value. */
export async function* readQuarantineLines(path: string): AsyncGenerator<QuarantineLine> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      begun.push(chunk.subarray(from, end));
      yield quarantineLine(Buffer.concat(begun).toString());
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  assert(begun.length === 0, 'a quarantine file is synced whole before it is read');
}

/** The names that part the line cannot stand inside of its strings, where a quote never comes without a backslash. */
function quarantineLine(line: string): QuarantineLine {
  const rawAt = line.indexOf(RAW);
  const errorsAt = line.lastIndexOf(ERRORS);
  const head = JSON.parse(`${line.slice(0, rawAt)}}`) as LineHead;
  return {
    rowNumber: head.row_number,
    column: head.column,
    errorType: head.error_type ?? '',
    errorMessage: head.error_message ?? '',
    errors: line.slice(errorsAt + ERRORS.length, -1),
    raw: line.slice(rawAt + RAW.length, errorsAt),
  };
}

interface LineHead {
  readonly row_number: number;
  readonly column: string | null;
  readonly error_type: string | null;
  readonly error_message: string | null;
}
