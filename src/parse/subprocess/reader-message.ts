import { CasparianError, type ErrorDetails, type ErrorCode } from '../../platform/index.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { ProfiledFile } from '../dataset-contract/profile-files.js';
import type { Reading } from '../report/report.js';

/** Messages from the process: that it began, how the file is read, and one of the others at the end. */
export type ReaderMessage =
  | { readonly kind: 'begun'; readonly pid: number; readonly cpuMs: number }
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'run'; readonly run: SentRun; readonly heldBytes: number }
  | { readonly kind: 'profiled'; readonly files: readonly ProfiledFile[]; readonly heldBytes: number }
  | { readonly kind: 'failure'; readonly failure: SentError }
  /** An error that is not an operational failure. */
  | { readonly kind: 'bug'; readonly stack: string };

type SentRun = Omit<ReaderRun, 'failure'> & { readonly failure: SentError | null };

interface SentError extends Omit<ErrorDetails, 'cause'> {
  readonly code: ErrorCode;
  readonly message: string;
}

export function sentRun({ failure, ...run }: ReaderRun): SentRun {
  return { ...run, failure: failure === null ? null : sentError(failure) };
}

export function receivedRun({ failure, ...run }: SentRun): ReaderRun {
  return { ...run, failure: failure === null ? null : receivedError(failure) };
}

export function sentError(error: CasparianError): SentError {
  const { code, message, why, next, retryable, retryAfterMs, phase, detail, facts } = error;
  return { code, message, why, next, retryable, retryAfterMs, phase, detail, facts };
}

export function receivedError({ code, message, ...details }: SentError): CasparianError {
  return new CasparianError(code, message, details);
}
