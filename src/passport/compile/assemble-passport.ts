import { sha256Hex } from '../../platform/index.js';
import type { ComplianceEntry, EvaluatedField } from '../rules/evaluate/evaluation.js';
import type { ProofNode } from '../rules/evaluate/proof-node.js';
import type { SealedSnapshot } from '../snapshot/snapshot.js';
import { type ArtefactLimits, assertWithinLimit, HARD_LIMITS } from './limits.js';
import { type BatteryProduct, payloadBytes } from './payload.js';
import { type EncodedNodes, encodeProof, type SharedNodes } from './proof.js';
import { receiptBytes } from './receipt.js';

/** Everything that a passport depends on besides its rules. All ids and times are fixed before: a retry must give the same bytes. */
export interface PassportInput {
  readonly tenantId: string;
  readonly passportId: string;
  readonly passportVersionId: string;
  readonly product: BatteryProduct;
  readonly snapshot: SealedSnapshot;
  readonly rulePackageVersionId: string;
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly issuedAt: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly limits?: ArtefactLimits;
}

/** The artefacts of a passport before it is signed. */
export interface CompiledPassport {
  readonly payloadCanonical: Buffer;
  readonly payloadHash: string;
  readonly proofCanonical: Buffer;
  readonly proofRootHash: string;
  readonly receiptCanonical: Buffer;
  readonly receiptHash: string;
}

/** What the rules computed. */
export interface EvaluatedRules {
  readonly fields: readonly EvaluatedField[];
  readonly nodes: readonly ProofNode[];
  readonly compliance: readonly ComplianceEntry[];
}

export interface AssembledPassport {
  readonly compiled: CompiledPassport;
  readonly encoded: EncodedNodes;
}

/** Encodes payload, proof and receipt, and hashes them (BPC-COMPILE-1). Fails if one is too large. */
export function assemblePassport(input: PassportInput, evaluated: EvaluatedRules): CompiledPassport {
  return assembleSharing(input, evaluated).compiled;
}

/** The same, with the encoded nodes of the proof, which later passports of the same model share. */
export function assembleSharing(
  input: PassportInput,
  evaluated: EvaluatedRules,
  shared?: SharedNodes,
): AssembledPassport {
  const within = { limits: input.limits ?? HARD_LIMITS, facts: input.snapshot.facts };
  const payloadCanonical = payloadBytes(input.product, evaluated.fields, evaluated.compliance);
  assertWithinLimit('payload', payloadCanonical, within);
  const payloadHash = sha256Hex(payloadCanonical);
  const proof = encodeProof(evaluated.nodes, evaluated.fields, shared);
  assertWithinLimit('proof', proof.canonical, within);
  const receiptCanonical = receiptBytes({
    ...input,
    batteryProductId: input.product.id,
    snapshotId: input.snapshot.snapshotId,
    snapshotHash: input.snapshot.hash,
    payloadHash,
    proofRootHash: proof.rootHash,
  });
  assertWithinLimit('receipt', receiptCanonical, within);
  const compiled = {
    payloadCanonical,
    payloadHash,
    proofCanonical: proof.canonical,
    proofRootHash: proof.rootHash,
    receiptCanonical,
    receiptHash: sha256Hex(receiptCanonical),
  };
  return { compiled, encoded: proof.encoded };
}
