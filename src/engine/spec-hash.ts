import { createHash } from 'node:crypto';
import { canonicalJson, CasparianError } from '../platform/index.js';

/** What determines a job's result. Schedule, priority and queue do not. */
export interface RunSpec {
  type: string;
  payload: unknown;
  codeHash?: string | undefined;
  environmentHash?: string | undefined;
  inputHash?: string | undefined;
}

/** SHA-256 of the spec's canonical JSON, in hex. Two jobs with the same hash must give the same result. */
export function specHash(spec: RunSpec): string {
  const { type, payload, codeHash, environmentHash, inputHash } = spec;
  const canonical = canonicalText({
    type,
    payload,
    code_hash: codeHash,
    environment_hash: environmentHash,
    input_hash: inputHash,
  });
  return createHash('sha256').update(canonical).digest('hex');
}

function canonicalText(spec: object): string {
  try {
    return canonicalJson(spec);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CasparianError('PAYLOAD_NOT_JSON', 'The payload has no spec hash', { why: error.message, cause: error });
  }
}
