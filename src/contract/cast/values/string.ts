import { cellText } from '../../columns/cell-text.js';
import { isProblem, problem, type Problem } from '../../problems/row-error.js';
import type { GivenCell } from './cast.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Every value has a text; bytes have one if they are UTF-8. */
export function castString(cell: GivenCell): string | Problem {
  if (cell instanceof Uint8Array) return textOfBytes(cell);
  const text = cellText(cell);
  // Half a surrogate pair has no UTF-8 form: written, it would silently become U+FFFD.
  return /\p{Surrogate}/u.test(text) ? problem('invalid_string', text, ' contains half of a surrogate pair') : text;
}

/** The problem with bytes that are not UTF-8, from a column of bytes or of text. */
export function notUtf8(bytes: Uint8Array): Problem {
  return problem('invalid_string', bytes, ' is not UTF-8 text');
}

function textOfBytes(bytes: Uint8Array): string | Problem {
  try {
    return utf8.decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
}

const encoder = new TextEncoder();

/** Bytes unchanged; text as UTF-8. Numbers are refused, because they have many byte forms. */
export function castBinary(cell: GivenCell): Uint8Array | Problem {
  if (cell instanceof Uint8Array) return cell;
  if (typeof cell !== 'string') return problem('invalid_binary', cell, ' is not binary');
  const text = castString(cell);
  return isProblem(text) ? text : encoder.encode(text);
}
