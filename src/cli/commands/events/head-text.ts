import type { SignedTreeHead } from '../../../events/index.js';
import { printable } from '../../output/printable.js';
import { count } from '../../output/row-counts.js';
import { renderProperties } from '../../output/table.js';

/** One tree head with all its members. */
export function headText(head: SignedTreeHead): string {
  return renderProperties([
    ['Events', count(head.treeSize)],
    ['Root hash', head.rootHash],
    ['Signed at', head.signedAt],
    ['Key', `${printable(head.keyId)} (public key ${head.publicKey})`],
    ['Signature', head.signature],
  ]);
}
