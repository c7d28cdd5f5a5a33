import { CasparianError, type ErrorCode, type ErrorDetails } from '../../platform/index.js';

/** The steps of a parse job, as `job show` names them. */
export type Phase = 'Parser' | 'Environment' | 'Input' | 'Execution' | 'Contract' | 'Output';

/** A failure while the parser runs is not always the parser's fault. */
const PHASE_OF_CODE: Partial<Record<ErrorCode, Phase>> = {
  INTERPRETER_NOT_FOUND: 'Environment',
  INPUT_NOT_FOUND: 'Input',
  INPUT_UNREADABLE: 'Input',
  INPUT_CHANGED: 'Input',
  INPUT_NOT_A_TABLE: 'Input',
  CONTRACT_INVALID: 'Contract',
  COLUMNS_MISMATCH: 'Contract',
  OUTPUT_UNDECLARED: 'Contract',
  QUARANTINE_LIMIT: 'Contract',
  OUTPUT_UNWRITABLE: 'Output',
};

/** Runs one step; errors get its phase. */
export async function inPhase<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CasparianError ? withPhase(error, phase) : error;
  }
}

/** The phase of an error from the parser's run. */
export function phaseOf(error: CasparianError): Phase {
  return PHASE_OF_CODE[error.code] ?? 'Execution';
}

/** The same error with its phase and additional details. */
export function withPhase(
  error: CasparianError,
  phase: Phase,
  more: Pick<ErrorDetails, 'why' | 'next' | 'detail' | 'facts'> & { readonly message?: string } = {},
): CasparianError {
  const { message = error.message, ...details } = more;
  // An error with an explanation and a hint needs no stack trace of our own code; an empty one leaves it out.
  const { detail = error.code === 'INTERNAL' ? error.stack : '' } = error;
  const { why, next, retryable, retryAfterMs, facts, cause } = error;
  return new CasparianError(error.code, message, {
    ...{ why, next, retryable, retryAfterMs, detail, facts, cause },
    ...details,
    phase: error.phase ?? phase,
  });
}
