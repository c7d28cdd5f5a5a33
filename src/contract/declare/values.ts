import {
  declaredFormat,
  type DeclaredFormat,
  type DeclaredValue,
  formatsOf,
  ISO_FORMAT,
  type NumberStyle,
  THOUSANDS,
  type Thousands,
} from '../columns/contract.js';
import { contractInvalid, type Place, untagged } from './declaration.js';

/** Members of the object form. Null means absent. */
export function declaredFlag(place: Place, key: string, value: unknown): boolean | null {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  throw contractInvalid(place, `'${key}' is true or false, not ${JSON.stringify(value)}`);
}

export function declaredText(place: Place, key: string, value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null;
  throw contractInvalid(place, `'${key}' is a text, not ${JSON.stringify(value)}`);
}

export function declaredValue(place: Place, key: string, value: unknown): DeclaredValue | null {
  if (value === undefined || value === null) return null;
  const plain = untagged(value);
  if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean') return plain;
  throw contractInvalid(place, `'${key}' is a number or a text, not ${JSON.stringify(value)}`);
}

export function declaredValues(place: Place, key: string, value: unknown): readonly DeclaredValue[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length === 0) {
    throw contractInvalid(place, `'${key}' is a list of values, not ${JSON.stringify(value)}`);
  }
  return value.map((member: unknown) => {
    const plain = declaredValue(place, key, member);
    if (plain === null)
      throw contractInvalid(place, `'${key}' cannot contain null: a column that is not required may be null`);
    return plain;
  });
}

/** Texts unchanged, without duplicates. */
export function declaredTexts(place: Place, key: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const isTexts = Array.isArray(value) && value.every((member) => typeof member === 'string');
  if (!isTexts) throw contractInvalid(place, `'${key}' is a list of texts, not ${JSON.stringify(value)}`);
  return [...new Set(value)];
}

/** One format, or a list of them. */
export function declaredFormats(place: Place, value: unknown): DeclaredFormat | null {
  if (value === ISO_FORMAT) return null;
  if (!Array.isArray(value)) return declaredText(place, 'format', value);
  const formats = declaredTexts(place, 'format', value);
  if (formats.length === 0) throw contractInvalid(place, "'format' is a list of at least one format");
  return declaredFormat(formatsOf(formats));
}

/** Other names of the column, without its name. */
export function declaredAliases(place: Place, name: string, value: unknown): readonly string[] {
  const aliases = declaredTexts(place, 'aliases', value);
  if (aliases.includes('')) throw contractInvalid(place, 'an alias needs a name');
  if (aliases.includes(name)) throw contractInvalid(place, `'${name}' is its name: an alias is another name`);
  return aliases;
}

/** `decimal` and `thousands` of the object form; null if neither is declared. */
export function declaredNumberStyle(place: Place, decimal: unknown, thousands: unknown): NumberStyle | null {
  const separator = declaredText(place, 'thousands', thousands);
  // If points separate thousands, the fraction can only follow a comma.
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
