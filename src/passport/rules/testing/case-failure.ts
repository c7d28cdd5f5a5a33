import { type RuleErrorCode, RuleFailure, type Span } from '../problem.js';
import type { FactJson } from '../values/value.js';

/** Why a case fails. */
export interface CaseFailure {
  /** The part of the test that fails. */
  readonly span: Span;
  readonly source: string;
  readonly code: RuleErrorCode | null;
  readonly message: string;
  readonly field: string | null;
  readonly expected: string | null;
  readonly actual: FactJson | null;
}

/** Runs a case. An error while rules are evaluated is a failure of the case. */
export function caught(
  { span, source }: Pick<CaseFailure, 'span' | 'source'>,
  work: () => CaseFailure | undefined,
): CaseFailure | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error;
    const { code, message, field } = error.complaint;
    const where = field === undefined ? '' : `The rule of ${field} failed: `;
    return { span, source, code, message: `${where}${message}`, field: field ?? null, expected: null, actual: null };
  }
}
