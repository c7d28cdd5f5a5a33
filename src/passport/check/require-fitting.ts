import { compilePassport } from '../compile/compile-passport.js';
import { isTooLarge } from '../compile/limits.js';
import type { TypedRules } from '../rules/check/typed.js';
import { sealSnapshot, type SnapshotFact } from '../snapshot/snapshot.js';

/** Facts that are smaller always fit: a complete battery of any category has about 10 kB and four fifths of the largest proof. */
const SMALL_BYTES = 12_000;
const ID = '00000000-0000-7000-8000-000000000000';
const HASH = '0'.repeat(64);

/** Fails if the passport of these facts would be too large, before anything is stored. Other problems are not looked for. */
export function requireFitting(facts: readonly SnapshotFact[], rules: () => TypedRules | undefined): void {
  if (facts.reduce((sum, { payloadCanonical }) => sum + payloadCanonical.length, 0) < SMALL_BYTES) return;
  const checked = rules();
  if (checked === undefined) return;
  try {
    compilePassport(
      {
        ...{ tenantId: ID, passportId: ID, passportVersionId: ID, product: { id: ID, sku: ID, name: ID } },
        ...{ snapshot: sealSnapshot(ID, facts), rulePackageVersionId: ID, dslSha256: HASH, testsSha256: HASH },
        ...{ issuedAt: '2026-01-01T00:00:00.000000Z', compilerBuildId: ID, signingKeyId: ID },
      },
      checked,
    );
  } catch (error) {
    if (isTooLarge(error)) throw error;
  }
}
