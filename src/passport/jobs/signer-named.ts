import { CasparianError } from '../../platform/index.js';
import type { Signer } from '../signing/signer.js';
import type { PassportRuntime } from './runtime.js';

/** Fails with SIGNING_KEY_MISSING if this worker does not have the key. */
export async function signerNamed(runtime: PassportRuntime, keyId: string): Promise<Signer> {
  const signer = await runtime.signerFor(keyId);
  if (signer !== undefined) return signer;
  throw new CasparianError('SIGNING_KEY_MISSING', `This worker does not have the signing key '${keyId}'`, {
    why: 'The request names this key, so no other one can sign.',
    next: ['Configure the key on this worker and retry the job.'],
  });
}
