import type { SignedTreeHead } from '../tree/tree-head.js';
import { type BrokenLink, ChainChecker } from './chain-checker.js';
import type { EventSource } from './event-source.js';
import { TreeChecker } from './tree-checker.js';

export interface VerifyOptions {
  /** Public keys in base64 that may have signed tree heads. Empty: any key, since none is known. */
  readonly trustedKeys: readonly string[];
  /** Heads that were saved elsewhere; the log must still agree with them. */
  readonly savedHeads?: readonly SignedTreeHead[];
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly chains: number;
  readonly events: number;
  /** The first broken link of each chain, at most 1,000; then what the tree heads do not confirm. */
  readonly broken: readonly BrokenLink[];
  /** How many chains are broken; more than are listed, if many. */
  readonly brokenChains: number;
  readonly heads: number;
  /** Events that no tree head covers yet. Only their chains protect them. */
  readonly unsealed: number;
  readonly isComplete: boolean;
  readonly newestHead: SignedTreeHead | null;
}

const MAX_LISTED = 1_000;

/** Recomputes every chain of a log and compares it with the signed tree heads. */
export async function verifyEvents(source: EventSource, options: VerifyOptions): Promise<VerifyReport> {
  const { tenant, isComplete } = source;
  const chains = new ChainChecker(tenant, { mayHaveGaps: !isComplete });
  const tree = new TreeChecker(tenant);
  // Read first: what is sealed from now on is not expected below, and does not count as missing.
  const heads = await source.heads();
  const broken: BrokenLink[] = [];
  let brokenChains = 0;
  for await (const page of source.pages()) {
    options.signal?.throwIfAborted();
    for (const event of page) {
      const link = chains.check(event);
      if (link !== undefined) brokenChains++;
      if (link !== undefined && broken.length < MAX_LISTED) broken.push(link);
      const leaf = isComplete ? tree.add(event) : undefined;
      if (leaf !== undefined && broken.length < MAX_LISTED) broken.push(leaf);
    }
    options.onProgress?.(chains.events);
  }
  const known = [...heads, ...(options.savedHeads ?? [])];
  if (isComplete) {
    const newestSize = (await source.heads()).at(-1)?.treeSize ?? 0;
    broken.push(...tree.check(known, { trustedKeys: new Set(options.trustedKeys), newestSize }));
  }
  return {
    ...{ ok: broken.length === 0, chains: chains.chains, events: chains.events, broken, brokenChains },
    ...{ heads: heads.length, unsealed: isComplete ? chains.events - tree.sealed : 0, isComplete },
    newestHead: heads.at(-1) ?? null,
  };
}
