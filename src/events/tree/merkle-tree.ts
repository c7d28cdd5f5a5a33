import { hash } from 'node:crypto';

/** The hash of a leaf (RFC 6962, section 2.1): SHA-256 of a zero byte and the data. */
export function leafHash(data: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([LEAF_PREFIX, data]), 'buffer');
}

const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = 1;
const HASH_BYTES = 32;
const EMPTY_ROOT = hash('sha256', '', 'buffer');

/**
 * A Merkle tree that grows at its right edge. It keeps the roots of its full subtrees, at most one for each bit of its size, which
 * is all that more leaves and the root need.
 */
export class GrowingTree {
  private leaves = 0;
  /** The largest subtree first. */
  private readonly roots: Buffer[] = [];
  private readonly pair = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX);

  /** Continues a tree of `size` leaves. */
  constructor(size = 0, frontier: readonly Buffer[] = []) {
    this.leaves = size;
    this.roots = [...frontier];
  }

  get size(): number {
    return this.leaves;
  }

  get frontier(): readonly Buffer[] {
    return this.roots;
  }

  /** Adds a leaf by its hash. Two subtrees of the same size become one of twice the size. */
  add(leaf: Buffer): void {
    this.roots.push(leaf);
    this.leaves++;
    // No bit operations: they would wrap at 2^31 leaves.
    for (let size = this.leaves; size % 2 === 0; size /= 2) {
      const right = this.roots.pop() as Buffer;
      const left = this.roots.pop() as Buffer;
      this.roots.push(this.node(left, right));
    }
  }

  root(): Buffer {
    const [smallest, ...larger] = this.roots.toReversed();
    if (smallest === undefined) return EMPTY_ROOT;
    return larger.reduce((right, left) => this.node(left, right), smallest);
  }

  private node(left: Buffer, right: Buffer): Buffer {
    left.copy(this.pair, 1);
    right.copy(this.pair, 1 + HASH_BYTES);
    return hash('sha256', this.pair, 'buffer');
  }
}
