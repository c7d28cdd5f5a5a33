import type { Tally } from '../profile/tally.js';
import type { Weighed } from './candidate.js';

/** Digits that are not numbers, in several languages: the next file may have one with a leading zero. */
const CODE_NAME = nameOf(
  'zip(?:_?code)?|plz|postleitzahl|post(?:al)?_?code|c[oó]d(?:e|igo)_?postal|cap|postnr',
  '(?:tele)?(?:phone|fon)(?:_?(?:no|nr|number|nummer))?|tel|mobile?|handy|fax|msisdn|imei',
  'ean|gtin|upc|isbn|issn|barcode|ssn|iban|isin|cusip|blz|routing_?number',
  '(?:account|card|konto)_?(?:no|nr|number|nummer)',
);
const VERSION_NAME = nameOf('version|release|chapter|kapitel|section');
/** Shorter numbers are counts: 12 phones. */
const FEWEST_DIGITS = 4;

/** Whether the column name shows that numbers are codes: a zip is not an amount, and version 1.10 is not 1.1. */
export function isNamedLikeCode(name: string, { type }: Weighed, values: readonly Tally[]): boolean {
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2');
  if (type.startsWith('decimal') && VERSION_NAME.test(spaced)) return true;
  if (type !== 'int' && type !== 'decimal(38,0)') return false;
  return CODE_NAME.test(spaced) && values.every(({ fewestDigits }) => fewestDigits >= FEWEST_DIGITS);
}

/** As a separate word: `tel` in `home tel`, not in `hotel`. */
function nameOf(...words: string[]): RegExp {
  return new RegExp(`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, 'iu');
}
