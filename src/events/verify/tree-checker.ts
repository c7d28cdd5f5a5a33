import { GrowingTree, leafHash } from '../tree/merkle-tree.js';
import { isAuthentic, type SignedTreeHead } from '../tree/tree-head.js';
import type { BrokenLink } from './chain-checker.js';
import type { StoredEvent } from './event-source.js';

const HASH_BYTES = 32;
const LEAVES_PER_BLOCK = 32_768;

/** Collects the leaves of a tenant's tree, 32 bytes each, and compares the roots over them with the signed heads. */
export class TreeChecker {
  sealed = 0;
  /** The highest leaf, and its event. */
  private last: { index: number; event: StoredEvent } | undefined;
  private readonly tenant: string;
  /** Sparse, so that an absurd number in a damaged file costs one block and not a disk full of memory. */
  private readonly blocks = new Map<number, { hashes: Buffer; present: Uint8Array }>();

  constructor(tenant: string) {
    this.tenant = tenant;
  }

  add(event: StoredEvent): BrokenLink | undefined {
    const index = event.leafIndex;
    if (index === null) return undefined;
    this.sealed++;
    if (!Number.isSafeInteger(index) || index < 0) return broken(event, `It has an impossible leaf: ${index}`);
    if (this.last === undefined || index > this.last.index) this.last = { index, event };
    const { hashes, present } = this.block(index);
    const at = index % LEAVES_PER_BLOCK;
    if (present[at] === 1) return broken(event, `Leaf ${index} of the tree belongs to another event, too`);
    present[at] = 1;
    hashes.write(event.eventHash, at * HASH_BYTES, 'hex');
    return undefined;
  }

  /**
   * What the heads do not confirm. `newestSize` is the size of the newest head at the end of the reading: a head may have been signed
   * meanwhile.
   */
  check(
    heads: readonly SignedTreeHead[],
    { trustedKeys, newestSize }: { trustedKeys: ReadonlySet<string>; newestSize: number },
  ): BrokenLink[] {
    const problems: BrokenLink[] = [];
    const tree = new GrowingTree();
    for (const head of [...heads].sort((a, b) => a.treeSize - b.treeSize)) {
      const reason = headProblem(head, this.tenant, trustedKeys) ?? this.rootProblem(tree, head);
      if (reason === undefined) continue;
      problems.push(brokenHead(head, reason));
      // The larger heads cover the same leaves, and would repeat it.
      break;
    }
    if (problems.length === 0 && this.last !== undefined && this.last.index >= newestSize) {
      problems.push(
        broken(this.last.event, `No tree head covers its leaf ${this.last.index}: the newest heads were removed`),
      );
    }
    return problems;
  }

  private rootProblem(tree: GrowingTree, head: SignedTreeHead): string | undefined {
    while (tree.size < head.treeSize) {
      const leaf = this.leafAt(tree.size);
      if (leaf === undefined) return `An event was removed: leaf ${tree.size} of ${head.treeSize} is missing`;
      tree.add(leafHash(leaf));
    }
    if (tree.root().toString('hex') === head.rootHash) return undefined;
    return `The root over its ${head.treeSize} events is another: an event was replaced`;
  }

  private leafAt(index: number): Buffer | undefined {
    const block = this.blocks.get(Math.floor(index / LEAVES_PER_BLOCK));
    const at = index % LEAVES_PER_BLOCK;
    if (block?.present[at] !== 1) return undefined;
    return block.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  }

  private block(index: number): { hashes: Buffer; present: Uint8Array } {
    const number = Math.floor(index / LEAVES_PER_BLOCK);
    let block = this.blocks.get(number);
    if (!block) {
      block = { hashes: Buffer.alloc(LEAVES_PER_BLOCK * HASH_BYTES), present: new Uint8Array(LEAVES_PER_BLOCK) };
      this.blocks.set(number, block);
    }
    return block;
  }
}

function headProblem(head: SignedTreeHead, tenant: string, trustedKeys: ReadonlySet<string>): string | undefined {
  if (head.tenant !== tenant) return `It belongs to the tenant '${head.tenant}'`;
  if (!isAuthentic(head)) return 'Its signature is invalid: the tree head was changed';
  if (trustedKeys.size === 0 || trustedKeys.has(head.publicKey)) return undefined;
  return `It is signed with an unknown key (${head.keyId}, public key ${head.publicKey})`;
}

function broken(event: StoredEvent, reason: string): BrokenLink {
  const { aggregateType, aggregateId, aggregateVersion } = event;
  return { aggregateType, aggregateId, aggregateVersion, reason };
}

/** A head is not about one aggregate: its place is taken by the tree of the tenant, its version by the number of events. */
function brokenHead(head: SignedTreeHead, reason: string): BrokenLink {
  return { aggregateType: 'tree_head', aggregateId: head.tenant, aggregateVersion: head.treeSize, reason };
}
