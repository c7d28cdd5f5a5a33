import { CasparianError, type ErrorJson, errorJson, errorMessage } from '../../platform/index.js';
import { hintText } from './hint-text.js';
import type { Output } from './output.js';

export interface FailureDocument {
  readonly error: ErrorJson;
}

/** Converts any thrown value to an error with a code. An unexpected error is a bug. */
export function asCasparianError(error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  return new CasparianError('INTERNAL', errorMessage(error), {
    why: 'This is a bug in casparian.',
    next: ['Please report it, with the command, the output of `casparian --version` and the stack trace above.'],
    cause: error,
  });
}

export function failureDocument(error: CasparianError): FailureDocument {
  return { error: errorJson(error) };
}

/** Ends a command whose report, already printed, describes the failure. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`Reported; exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** With --json one document on stdout; otherwise text on stderr. */
export function printFailure(error: CasparianError, output: Output): void {
  if (output.asJson) return output.json(failureDocument(error));
  if (error.code === 'INTERNAL' && error.cause instanceof Error)
    process.stderr.write(`${bounded(error.cause.stack ?? '')}\n`);
  process.stderr.write(`${failureText(error)}\n`);
}

/** A message can contain what a program printed or a whole row. More than this does not help on a terminal; --json and logs have all of it. */
const MAX_CHARS = 4_000;
const MAX_LINES = 60;

function bounded(text: string): string {
  const lines = text.split('\n');
  const few =
    lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… (${lines.length - MAX_LINES} more lines)`] : lines;
  const short = few.join('\n');
  return short.length <= MAX_CHARS
    ? short
    : `${short.slice(0, MAX_CHARS)}… (${short.length - MAX_CHARS} more characters)`;
}

export function failureText(error: CasparianError): string {
  const why = error.why ? [`  Why:  ${bounded(error.why)}`] : [];
  const next = error.next.map((step, index) => `${index === 0 ? '  Next: ' : '        '}${hintText(step)}`);
  const more = next.length === 0 ? [`  More: casparian explain ${error.code}`] : [];
  return [`Error [${error.code}]: ${bounded(error.message)}`, ...why, ...next, ...more].join('\n');
}
