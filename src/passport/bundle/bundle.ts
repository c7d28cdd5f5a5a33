import { cjsonBytes, parseExactJson } from '../../platform/index.js';
import type { CompiledPassport } from '../compile/assemble-passport.js';
import { qrPayload } from '../qr/qr-payload.js';
import type { SignedReceipt } from '../signing/sign-receipt.js';
import type { SealedSnapshot } from '../snapshot/snapshot.js';

export interface BundleInput {
  readonly compiled: CompiledPassport;
  readonly signed: SignedReceipt;
  readonly passportVersionId: string;
  readonly snapshot: SealedSnapshot;
  /** Without it, the bundle has the snapshot's hashes and not its facts, which may be confidential. */
  readonly withFacts: boolean;
  /** The sources of the rules and of their tests. Without them, the bundle has only their hashes. */
  readonly rules?: { readonly dsl: string; readonly tests: string } | undefined;
}

/**
 * One file with all that a third party needs to verify a passport (BPC-BUNDLE-1): canonical JSON, in which payload, proof, receipt and
 * snapshot are the values whose canonical bytes were hashed.
 */
export function bundleBytes({ compiled, signed, passportVersionId, snapshot, withFacts, rules }: BundleInput): Buffer {
  return cjsonBytes({
    bundle_version: 'BPC-BUNDLE-1',
    payload: decoded(compiled.payloadCanonical),
    proof: decoded(compiled.proofCanonical),
    public_key: signed.signingKeyPublic.toString('base64'),
    qr_payload: qrPayload({ ...compiled, passportVersionId }),
    receipt: decoded(signed.signedCanonical),
    snapshot: decoded(snapshot.canonical),
    ...(withFacts ? { facts: snapshot.facts.map((fact) => decoded(fact.payloadCanonical)) } : {}),
    ...(rules === undefined ? {} : { rules: { dsl: rules.dsl, tests: rules.tests } }),
  });
}

function decoded(canonical: Uint8Array): unknown {
  return parseExactJson(Buffer.from(canonical).toString('utf8'));
}
