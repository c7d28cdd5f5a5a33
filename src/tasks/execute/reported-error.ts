/** The `error` of an envelope. */
export interface ReportedError {
  readonly class: string | null;
  readonly message: string;
  readonly traceback: string | null;
  /** Null: the exit code decides. */
  readonly retryable: boolean | null;
  readonly retryAfterMs: number | null;
}

/** A date beyond what a database can hold would leave the job without one. */
const LONGEST_WAIT_MS = 365 * 86_400_000;

const KINDS = { class: 'string', message: 'string', traceback: 'string', retryable: 'boolean', retry_after: 'number' };

type GivenError = Record<'class' | 'traceback', string | null | undefined> & {
  message: string;
  retryable?: boolean | null;
  retry_after?: number | null;
};

/** The error, or what is wrong with it. */
export function readReportedError(given: unknown): ReportedError | string {
  if (!isObject(given)) return `'error' is ${nameOf(given)}, and must be an object with a 'message'.`;
  for (const [member, kind] of Object.entries(KINDS)) {
    const value = given[member] ?? undefined;
    const isFine = typeof value === kind || (value === undefined && member !== 'message');
    if (!isFine) return `'error.${member}' is ${nameOf(value)}, and must be a ${kind}.`;
  }
  const error = given as GivenError;
  return {
    class: error.class ?? null,
    message: error.message,
    traceback: error.traceback ?? null,
    retryable: error.retryable ?? null,
    retryAfterMs: error.retry_after == null ? null : waitOf(error.retry_after),
  };
}

function waitOf(seconds: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.round(seconds * 1_000)));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, without saying what it says. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
