import { textLines } from './text-lines.js';

/** One line of a quarantine file. Embedded JSON stays text: numbers beyond 2^53 would change otherwise. */
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

/** Reads the rows of a quarantine file one by one. */
export async function* readQuarantineLines(path: string): AsyncGenerator<QuarantineLine> {
  for await (const line of textLines(path)) yield quarantineLine(line);
}

/** The member names that split the line cannot occur inside its strings, where every quote follows a backslash. */
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
