import type { DeclaredValue } from '../columns/contract.js';
import { contractInvalid, untagged, type Place } from './declaration.js';

/** Members of the object form. What is absent or null was not said. */
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
      throw contractInvalid(place, `'${key}' cannot hold null: a column that is not required may be null`);
    return plain;
  });
}

/** Texts as they are written, none of them twice. */
export function declaredTexts(place: Place, key: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const isTexts = Array.isArray(value) && value.every((member) => typeof member === 'string');
  if (!isTexts) throw contractInvalid(place, `'${key}' is a list of texts, not ${JSON.stringify(value)}`);
  return [...new Set(value)];
}
