import type { Encoding } from './detect-encoding.js';
import type { Head } from '../head.js';

/** What CP1252 has at 0x80 to 0x9f. Node 20's decoder gives the control characters of Latin-1 there instead. */
const WINDOWS_LETTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of a head, without its byte order mark and without half a character at its end. */
export function decodeHead({ bytes, isWhole }: Pick<Head, 'bytes' | 'isWhole'>, { name, label }: Encoding): string {
  const text = new TextDecoder(label).decode(bytes, { stream: !isWhole });
  if (name !== 'cp1252') return text;
  return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_LETTERS[control.charCodeAt(0) - 0x80] ?? control);
}
