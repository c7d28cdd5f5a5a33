import type { FactJson } from '../values/value.js';

/** What rules know about a fact. */
export interface Fact {
  readonly type: string;
  readonly key: string;
  readonly payload: { readonly [name: string]: FactJson };
  /** SHA-256 of the canonical payload, in hexadecimal. It stands for the payload in the proof. */
  readonly payloadHash: string;
}

/** The facts of a snapshot. */
export interface FactLookup {
  find(type: string, key: string): Fact | undefined;
  /** The hash of the fact that `find` returns, if it is known without decoding the fact. */
  hashOf?(type: string, key: string): string | undefined;
  /** All facts of the type whose key begins with the prefix, by key in the order of code points. */
  withPrefix(type: string, prefix: string): readonly Fact[];
}
