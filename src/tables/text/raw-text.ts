import { isUtf8 } from 'node:buffer';
import { characterBytes } from '../encoding/utf-8.js';

/** The text of a record. Bytes that are not UTF-8 become `\xNN`, so that nothing is lost. */
export function rawText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < buffer.length;) {
    const length = characterBytes(buffer[at] ?? 0);
    if (length > 0 && at + length <= buffer.length && isUtf8(buffer.subarray(at, at + length))) {
      at += length;
      continue;
    }
    pieces.push(buffer.toString('utf8', done, at), `\\x${(buffer[at] ?? 0).toString(16).padStart(2, '0')}`);
    at += 1;
    done = at;
  }
  return pieces.join('') + buffer.toString('utf8', done);
}
