import { CasparianError, errorMessage, type Hint, within } from '../../platform/index.js';

/** What one check found: `failed` stops some of the work, `warning` does not, or not yet. */
export interface CheckResult {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** How to fix it, most likely first. */
  readonly next: readonly Hint[];
}

export type Verdict = Omit<CheckResult, 'check'>;

export interface Check {
  readonly name: string;
  readonly run: () => Promise<Verdict>;
}

export const ok = (message: string): Verdict => ({ status: 'ok', message, next: [] });
export const warning = (message: string, ...next: Hint[]): Verdict => ({ status: 'warning', message, next });
export const failed = (message: string, ...next: Hint[]): Verdict => ({ status: 'failed', message, next });

/** A check that takes longer fails: the doctor must not hang on what is broken. */
export const CHECK_WITHIN_MS = 5_000;

export async function perform({ name, run }: Check, withinMs = CHECK_WITHIN_MS): Promise<CheckResult> {
  try {
    return { check: name, ...(await within(withinMs, run())) };
  } catch (error) {
    return { check: name, ...failureOf(error) };
  }
}

export function failureOf(error: unknown): Verdict {
  if (!(error instanceof CasparianError)) return failed(errorMessage(error));
  const why = error.why === undefined ? '' : `: ${error.why}`;
  return failed(`${error.message}${why}`, ...error.next);
}
