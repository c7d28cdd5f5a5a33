import { errorMessage } from '../../platform/index.js';
import type { BundleCheck, BundleVerification } from '../bundle/verify-bundle.js';
import { verifiedIssuer } from '../exports/data-integrity.js';
import { readStatusList } from './status-list.js';

export interface StatusOptions {
  /** The version to look for. Without it, only the list itself is checked. */
  readonly versionId?: string | undefined;
  /** The place that a credential names (`credentialStatus`). */
  readonly index?: number | undefined;
  /** The key that signs lists, as it was published. */
  readonly publicKey?: Uint8Array | undefined;
  readonly now: Date;
  /** An older list is refused: it might be from before a revocation. */
  readonly minSequence?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

/** Checks a version against a signed status list, without a connection. Never throws. */
export function checkStatus(
  bytes: Uint8Array,
  { versionId, index: named, publicKey, now, minSequence, maxAgeMs }: StatusOptions,
): BundleVerification {
  const checks: BundleCheck[] = [];
  const check = <T>(name: string, run: () => readonly [T, string]): T | undefined => {
    try {
      const [result, proven] = run();
      checks.push({ name, ok: true, reason: proven });
      return result;
    } catch (error) {
      checks.push({ name, ok: false, reason: errorMessage(error) });
      return undefined;
    }
  };
  const read = check('status_list', () => {
    const credential = JSON.parse(Buffer.from(bytes).toString('utf8')) as Readonly<Record<string, unknown>>;
    return [{ credential, list: readStatusList(credential) }, 'the file is a status list'];
  });
  if (read === undefined) return { ok: false, checks };
  const { credential, list } = read;
  check('status_signature', () => {
    const issuer = verifiedIssuer(credential);
    if (publicKey !== undefined && !issuer.equals(publicKey))
      throw new Error('the list was signed with another key than the given one');
    return [
      issuer,
      publicKey === undefined ? 'the list has the signature of its issuer' : 'the given key has signed the list',
    ];
  });
  check('status_time', () => {
    const [from, until] = [Date.parse(list.validFrom), Date.parse(list.validUntil)];
    if (!(from <= now.getTime())) throw new Error(`the list is valid from ${list.validFrom} on`);
    if (!(now.getTime() <= until)) throw new Error(`the list was valid until ${list.validUntil}: get a new one`);
    if (maxAgeMs !== undefined && now.getTime() - from > maxAgeMs)
      throw new Error(`the list of ${list.validFrom} is too old`);
    if (minSequence !== undefined && list.sequence < minSequence) {
      throw new Error(`the list has the number ${list.sequence}, and ${minSequence} was seen before: it is an old one`);
    }
    return [undefined, `list ${list.sequence} is valid until ${list.validUntil}`];
  });
  if (versionId !== undefined) {
    check('status', () => {
      const index = list.indexOf(versionId);
      if (index === undefined)
        throw new Error('the list does not know this version: it was never in force, or the list is older');
      if (named !== undefined && named !== index) throw new Error('the credential names the place of another version');
      if (list.isSet(index)) throw new Error(MEANINGS[list.purpose] ?? `the status ${list.purpose} is set`);
      return [undefined, list.purpose === 'revocation' ? 'the version is not revoked' : 'there is no newer version'];
    });
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

const MEANINGS: Readonly<Record<string, string>> = {
  revocation: 'the version is revoked',
  refresh: 'a newer version took its place, or the passport has ended',
};
