import { quote } from '../../problems/quote.js';
import { isProblem, problem, type Problem } from '../../problems/row-error.js';
import type { GivenCell } from './cast.js';
import { castString } from './string.js';

const encoder = new TextEncoder();

/** Bytes as they are; text as its UTF-8. Numbers have many byte forms, so none is chosen for them. */
export function castBinary(cell: GivenCell): Uint8Array | Problem {
  if (cell instanceof Uint8Array) return cell;
  if (typeof cell !== 'string') return problem('invalid_binary', `${quote(cell)} is not binary`);
  const text = castString(cell);
  return isProblem(text) ? text : encoder.encode(text);
}
