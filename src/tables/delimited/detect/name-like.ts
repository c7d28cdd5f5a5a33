import { valueKind } from './value-kind.js';

/** Whether a record looks like column names: complete, distinct, no number and no date. */
export function looksLikeHeader(fields: readonly string[]): boolean {
  const names = fields.map((field) => field.trim());
  return new Set(names).size === names.length && names.every((name) => name !== '' && !isValue(name));
}

/** A year may be the name of a column; other numbers are values. */
export function isValue(text: string): boolean {
  const kind = valueKind(text);
  if (kind === 'number') return !/^(?:19|20)\d\d$/.test(text.trim());
  return kind === 'date' || kind === 'time' || kind === 'id';
}

/** Whether the first record looks like names although no values below confirm it. */
export function readsLikeNames(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (first.length === 1) return isNameOfList(first[0] ?? '', below);
  if (looksLikeHeader(first)) return true;
  // pandas writes its index as a column without a name.
  const [index = '', ...names] = first;
  if (index.trim() === '' && looksLikeHeader(names)) {
    return below.length > 1 && below.every((record) => /^\d+$/.test(record[0] ?? ''));
  }
  const distinct = new Set(first.map((name) => name.trim()));
  const isLong = first.length >= FEWEST_NAMES && below.length >= FEWEST_NAMES;
  return isLong && distinct.size * 2 > first.length && !distinct.has('') && !first.some(isValue);
}

/** In a smaller table a repeated name may be a value. */
const FEWEST_NAMES = 4;

const LIST_NAME =
  /^(?:names?|ids?|e-?mails?|words?|cit(?:y|ies)|titles?|urls?|links?|values?|keys?|codes?|dates?|domains?|hosts?|countr(?:y|ies)|users?|logins?|address(?:es)?|items?|descriptions?|texts?|numbers?|phones?|tags?|labels?|keywords?|types?|categor(?:y|ies)|paths?|files?|skus?|isbn|ip|zip|states?|regions?|languages?|comments?|messages?|companies|company|products?|customers?|nummer|ort|land|wert|nom|ville)$/i;

/** The name above a list of texts is a common one, has another form than the texts, or is above values. */
function isNameOfList(first: string, below: readonly (readonly string[])[]): boolean {
  const name = first.trim();
  if (name === '' || isValue(name)) return false;
  if (below.length === 0 || LIST_NAME.test(name) || /^[a-z]+(?:_[a-z\d]+)+$/.test(name)) return true;
  if (below.filter(([value = '']) => isValue(value)).length * 2 >= below.length) return true;
  const shape = shapeOf(name);
  return below.length > 1 && below.every(([value = '']) => shapeOf(value.trim()) !== shape);
}

/** Encodes whether a text has spaces, capitals, digits and signs. */
function shapeOf(text: string): string {
  return [/\s/, /^\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u]
    .map((pattern) => (pattern.test(text) ? '1' : '0'))
    .join('');
}
