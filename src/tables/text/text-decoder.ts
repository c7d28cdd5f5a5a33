import { createDecode } from '../encoding/decode.js';
import { detectEncoding } from '../encoding/detect-encoding.js';
import { namedEncoding } from '../encoding/named-encoding.js';

export interface TextDecoding {
  /** As Python names it; null for bytes that are not text. */
  readonly name: string | null;
  readonly decode: (bytes: Uint8Array) => string;
}

/** How single lines of a file are decoded, from its first bytes or by a given name. */
export function textDecoderOf(head: Uint8Array, given?: string): TextDecoding {
  const encoding = given === undefined ? detectEncoding({ bytes: head, isWhole: false }) : namedEncoding(given, head);
  if (encoding === null) return { name: head.length === 0 ? 'utf-8' : null, decode: () => '' };
  return { name: encoding.name, decode: (bytes) => decodeWith(encoding, bytes) };
}

function decodeWith(encoding: Parameters<typeof createDecode>[0], bytes: Uint8Array): string {
  return createDecode(encoding)(bytes, true);
}
