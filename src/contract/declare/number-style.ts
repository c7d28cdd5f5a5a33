import { THOUSANDS, type NumberStyle, type Thousands } from '../columns/contract.js';
import { contractInvalid, type Place } from './declaration.js';
import { declaredText } from './values.js';

/** `decimal` and `thousands` of the object form; null when neither is said. */
export function declaredNumberStyle(place: Place, decimal: unknown, thousands: unknown): NumberStyle | null {
  const separator = declaredText(place, 'thousands', thousands);
  // Where points separate thousands, the fraction can only stand behind a comma.
  const mark = declaredText(place, 'decimal', decimal) ?? (separator === '.' ? ',' : '.');
  if (mark !== '.' && mark !== ',') {
    throw contractInvalid(place, `'decimal' is "." or ",", not ${JSON.stringify(mark)}`);
  }
  if (!isThousands(separator ?? '')) {
    throw contractInvalid(place, `'thousands' cannot be ${JSON.stringify(separator)}`, [
      'It is a point, a comma, an apostrophe (also U+2019), a space (also U+00A0 and U+202F), or "" for none.',
    ]);
  }
  if (mark === separator) {
    throw contractInvalid(place, `'decimal' and 'thousands' are both ${JSON.stringify(mark)}`);
  }
  const style: NumberStyle = { decimal: mark, thousands: (separator ?? '') as Thousands };
  return mark === '.' && style.thousands === '' ? null : style;
}

function isThousands(text: string): text is Thousands {
  return (THOUSANDS as readonly string[]).includes(text);
}
