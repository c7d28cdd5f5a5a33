import { canonicalJson } from '../../platform/index.js';
import { startChecks } from '../bundle/checks.js';
import type { BundleVerification } from '../bundle/verify-bundle.js';
import { type Excerpt, excerptValues } from '../disclosure/excerpt.js';
import { verifyExcerpt } from '../disclosure/verify-excerpt.js';
import { verifiedIssuer } from './data-integrity.js';
import { sectionsOf } from './sections.js';

type Json = Readonly<Record<string, unknown>>;

/** Whether a file is a credential that was made from a passport. */
export function isCredential(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes('"BatteryPassportCredential"');
}

/** The excerpt that a credential has as evidence. Fails if there is none. */
export function evidenceOf(bytes: Uint8Array): Buffer {
  const { evidence } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
  const excerpt = Array.isArray(evidence) ? (evidence as Json[])[0]?.['excerpt'] : undefined;
  if (typeof excerpt === 'string') return Buffer.from(excerpt);
  throw new Error('the credential has no excerpt as evidence');
}

/** The place in status lists that a credential names. */
export function statusIndexOf(bytes: Uint8Array): number | undefined {
  const { credentialStatus } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
  const index = (credentialStatus as Json | undefined)?.['statusListIndex'];
  return typeof index === 'string' && /^\d{1,9}$/.test(index) ? Number(index) : undefined;
}

/** Verifies a credential alone: its proof, the excerpt in its evidence, and that both state the same values. Never throws. */
export function verifyCredential(bytes: Uint8Array, publicKey?: Uint8Array): BundleVerification {
  const { checks, check } = startChecks();
  const excerpt = check('credential', 'the file is a credential of a passport', () => evidenceOf(bytes));
  if (excerpt === undefined) return { ok: false, checks };
  const credential = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
  check('credential_proof', 'the issuer has signed the credential (eddsa-jcs-2022)', () => {
    const issuer = verifiedIssuer(credential);
    const { public_key: signer } = JSON.parse(excerpt.toString('utf8')) as { public_key?: string };
    if (issuer.toString('base64') !== signer) throw new Error('the passport was signed with another key');
  });
  checks.push(...verifyExcerpt(excerpt, publicKey).checks);
  check('values', 'the credential has the values of the signed passport', () => {
    const shown = sectionsOf(excerptValues(JSON.parse(excerpt.toString('utf8')) as Excerpt));
    const subject = credential['credentialSubject'] as Json;
    for (const [section, members] of Object.entries(shown)) {
      if (canonicalJson(subject[section] ?? null) === canonicalJson(members)) continue;
      throw new Error(`${section} has other values than the signed passport`);
    }
  });
  return { ok: checks.every(({ ok }) => ok), checks };
}
