import { textLines } from './text-lines.js';

/** One line of a quarantine file. What is JSON in it stays the text it was: numbers beyond 2^53 would not survive. */
export interface QuarantineLine {
  readonly rowNumber: number;
  readonly column: string | null;
  readonly errorType: string;
  readonly errorMessage: string;
  readonly errors: string;
  readonly raw: string;
}

const RAW = ',"raw":';
const ERRORS = ',"errors":';

/** The rows of a quarantine file, as they are read. */
export async function* readQuarantineLines(path: string): AsyncGenerator<QuarantineLine> {
  for await (const line of textLines(path)) yield quarantineLine(line);
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
