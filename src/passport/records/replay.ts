import type { TenantExecutor } from '../../database/index.js';
import { CasparianError, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { compilePassport } from '../compile/compile-passport.js';
import { qrPayload } from '../qr/qr-payload.js';
import { checkedRules } from './checked-rules.js';
import { findPassport } from './passport.js';
import { findPassportVersion, notSigned, passportArtefacts } from './passport-version.js';
import { findProduct } from './product.js';
import { findRuleVersion, ruleSources } from './rule-version.js';
import { loadSealedSnapshot } from './seal-snapshot.js';

export interface Replay {
  readonly passportVersionId: string;
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly receiptHash: string;
  readonly signingKeyId: string;
}

/**
 * Compiles a stored version again from stored bytes and verifies its signature (BPC-REPLAY-1). Fails with REPLAY_MISMATCH if
 * anything differs, with SIGNATURE_INVALID if only the signature does.
 */
export async function replayPassportVersion(database: TenantExecutor, id: string): Promise<Replay> {
  const version = await findPassportVersion(database, id);
  const { payloadCanonical, proofCanonical, receiptCanonical, signature } = await passportArtefacts(database, id);
  const { signingKeyPublic, signingKeyId } = version;
  if (signature === null || signingKeyPublic === null) throw notSigned(version);
  const passport = await findPassport(database, version.passportId);
  const rules = await findRuleVersion(database, version.ruleVersionId);
  const sources = await ruleSources(database, version.ruleVersionId);
  const same = (what: string, now: string | Buffer, then: string | Buffer): void => {
    if (!Buffer.from(now as string).equals(Buffer.from(then as string))) throw mismatch(version.id, what);
  };
  same('rules', sha256Hex(sources.dsl), rules.dslSha256);
  same('tests', sha256Hex(sources.tests), rules.testsSha256);
  const compiled = compilePassport(
    {
      // That of the receipt: a passport that was received from another operator keeps it.
      tenantId: tenantOf(receiptCanonical),
      passportId: passport.id,
      passportVersionId: version.id,
      product: await findProduct(database, passport.productId),
      snapshot: await loadSealedSnapshot(database, version.snapshotId),
      rulePackageVersionId: rules.id,
      dslSha256: rules.dslSha256,
      testsSha256: rules.testsSha256,
      issuedAt: version.issuedAt,
      compilerBuildId: version.compilerBuildId,
      signingKeyId,
    },
    checkedRules({ ...sources, tests: '' }),
  );
  same('payload', compiled.payloadCanonical, payloadCanonical);
  same('proof', compiled.proofCanonical, proofCanonical);
  same('receipt', compiled.receiptCanonical, receiptCanonical);
  same('payload_hash', compiled.payloadHash, version.payloadHash);
  same('proof_root_hash', compiled.proofRootHash, version.proofRootHash);
  same('receipt_hash', compiled.receiptHash, version.receiptHash);
  const code = qrPayload({ ...compiled, passportVersionId: version.id });
  same('QR code', code, version.qrPayload ?? code);
  if (!verifyEd25519(signingKeyPublic, Buffer.from(compiled.receiptHash, 'hex'), signature)) {
    throw new CasparianError('SIGNATURE_INVALID', `The signature of the passport version ${version.id} is not valid`, {
      why: `It does not belong to the receipt and the public key of '${signingKeyId}'.`,
    });
  }
  const { payloadHash, proofRootHash, receiptHash } = compiled;
  return { passportVersionId: version.id, payloadHash, proofRootHash, receiptHash, signingKeyId };
}

function tenantOf(receipt: Uint8Array): string {
  return (JSON.parse(Buffer.from(receipt).toString('utf8')) as { readonly tenant_id: string }).tenant_id;
}

function mismatch(id: string, what: string): CasparianError {
  return new CasparianError('REPLAY_MISMATCH', `Replaying the passport version ${id} gives another ${what}`, {
    why: 'The stored passport, its facts or its rules were changed, or another program compiled it.',
  });
}
