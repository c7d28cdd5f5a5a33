import { CasparianError } from '../../platform/index.js';

/** The largest artefacts, in bytes. */
export interface ArtefactLimits {
  readonly payload: number;
  readonly proof: number;
  readonly receipt: number;
}

/** The limits of BPC-COMPILE-1. */
export const HARD_LIMITS: ArtefactLimits = { payload: 131_072, proof: 262_144, receipt: 16_384 };

/** Limits of a configuration. They may lower the hard limits, never raise them. */
export function artefactLimits(configured: Partial<ArtefactLimits> = {}): ArtefactLimits {
  const lower = (name: keyof ArtefactLimits): number => Math.min(HARD_LIMITS[name], configured[name] ?? Infinity);
  return { payload: lower('payload'), proof: lower('proof'), receipt: lower('receipt') };
}

const CODES = {
  payload: 'PAYLOAD_TOO_LARGE',
  proof: 'PROOF_TOO_LARGE',
  receipt: 'RECEIPT_TOO_LARGE',
} as const;

export function assertWithinLimit(artefact: keyof ArtefactLimits, bytes: Uint8Array, limits: ArtefactLimits): void {
  const limit = limits[artefact];
  if (bytes.length <= limit) return;
  throw new CasparianError(
    CODES[artefact],
    `the ${artefact} of the passport has ${bytes.length} bytes, and the limit is ${limit}`,
  );
}
