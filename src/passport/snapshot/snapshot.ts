import { CasparianError, cjsonBytes, compareUtf8, sha256Hex } from '../../platform/index.js';

/** What the canonical form of a snapshot says about a fact. */
export interface SnapshotItem {
  readonly factType: string;
  readonly factKey: string;
  /** SHA-256 of the canonical payload, in hexadecimal. */
  readonly payloadHash: string;
}

/** A fact as a snapshot contains it. */
export interface SnapshotFact extends SnapshotItem {
  readonly payloadCanonical: Uint8Array;
}

export interface SealedSnapshot {
  readonly snapshotId: string;
  /** In the order of the canonical form. */
  readonly facts: readonly SnapshotFact[];
  readonly canonical: Buffer;
  readonly hash: string;
}

/**
 * The canonical form of a set of facts (BPC-SNAPSHOT-1). The order in which facts are given does not matter. Two facts with the
 * same type and key are refused: a rule that asks for this key would have two answers.
 */
export function sealSnapshot(snapshotId: string, facts: readonly SnapshotFact[]): SealedSnapshot {
  return { snapshotId, ...sealItems(snapshotId, facts) };
}

/** The same for facts whose payloads are not needed. */
export function sealItems<Item extends SnapshotItem>(
  snapshotId: string,
  facts: readonly Item[],
): { readonly facts: readonly Item[]; readonly canonical: Buffer; readonly hash: string } {
  const sorted = facts.toSorted(compareFacts);
  for (const [index, fact] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous?.factType !== fact.factType || previous.factKey !== fact.factKey) continue;
    throw new CasparianError('VALIDATION_ERROR', `the snapshot has two facts ${fact.factType} ${fact.factKey}`, {
      why: 'A rule that asks for this key would have two answers.',
    });
  }
  const canonical = cjsonBytes({
    facts: sorted.map((fact) => ({
      fact_key: fact.factKey,
      fact_type: fact.factType,
      payload_hash: fact.payloadHash,
    })),
    snapshot_id: snapshotId,
    snapshot_version: 'BPC-SNAPSHOT-1',
  });
  return { facts: sorted, canonical, hash: sha256Hex(canonical) };
}

function compareFacts(left: SnapshotItem, right: SnapshotItem): number {
  return (
    compareUtf8(left.factType, right.factType) ||
    compareUtf8(left.factKey, right.factKey) ||
    compareUtf8(left.payloadHash, right.payloadHash)
  );
}
