import { CasparianError } from '../../platform/index.js';
import type { SignedTreeHead } from './tree-head.js';

/** Reads a tree head from its JSON. `place` names it in errors. */
export function readTreeHead(members: Readonly<Record<string, unknown>>, place: string): SignedTreeHead {
  const text = (name: string): string => {
    const value = members[name];
    if (typeof value === 'string') return value;
    throw notAHead(place, `${name} is not a text.`);
  };
  const treeSize = members['tree_size'];
  if (typeof treeSize !== 'number' || !Number.isSafeInteger(treeSize) || treeSize < 0) {
    throw notAHead(place, 'tree_size is not a whole number.');
  }
  return {
    tenant: text('tenant'),
    treeSize,
    rootHash: text('root_hash'),
    signedAt: text('signed_at'),
    keyId: text('key_id'),
    publicKey: text('public_key'),
    signature: text('signature'),
  };
}

function notAHead(place: string, why: string): CasparianError {
  return new CasparianError('EVENTS_FILE_INVALID', `${place} is not a tree head`, { why });
}
