import { CasparianError } from '../../platform/index.js';
import { readHistory, verifyHistory } from './verify-history.js';

/** How a passport of another installation ended. */
export interface EndedHistory {
  readonly reason: string;
  /** The hash of the signed statement that ended it. */
  readonly statement: string;
}

/** Reads how a passport ended, from its signed history. Fails if the history is not valid, or the battery got no successor. */
export function readEndedHistory(bytes: Uint8Array, publicKey?: Uint8Array): EndedHistory {
  const { ok, checks } = verifyHistory(bytes, { publicKey });
  if (!ok) {
    throw new CasparianError('SIGNATURE_INVALID', 'The history of the earlier passport is not valid', {
      why: checks.flatMap((check) => (check.ok ? [] : [check.reason])).join('; '),
    });
  }
  const last = readHistory(bytes).statements.at(-1);
  const { reason, successor } = (last?.statement['body'] ?? {}) as { reason?: string; successor?: unknown };
  if (last?.statement['kind'] === 'ENDED' && reason !== undefined && successor != null) {
    return { reason, statement: last.hash };
  }
  throw new CasparianError('VALIDATION_ERROR', 'The earlier passport has not ended, or has no successor', {
    why: 'The last statement of its history must end it and name the new passport.',
    next: ['Ask the operator of the earlier passport to end it, and for its history.'],
  });
}
