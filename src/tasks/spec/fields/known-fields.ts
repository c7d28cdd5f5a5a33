import { CasparianError, nearest } from '../../../platform/index.js';
import { kindOf, specInvalid } from './refusal.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; unknown names fail. Null counts as absent, except for the payload, where it is a value. */
export function knownFields(given: unknown, known: readonly string[], place?: string): Fields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw notAnObject(given, place);
  const strange = Object.keys(given).find((name) => !known.includes(name));
  if (strange !== undefined) throw unknownField(strange, known, place);
  const fields = Object.entries(given).filter(([name, value]) => value !== null || name === 'payload');
  return Object.fromEntries(fields);
}

function notAnObject(given: unknown, place: string | undefined): CasparianError {
  if (place !== undefined) return specInvalid(place, `is ${kindOf(given)}`, { why: 'It must be an object.' });
  return new CasparianError('TASK_SPEC_INVALID', `A run spec is a JSON object, not ${kindOf(given)}`, {
    next: ['Write it like {"command": ["python", "-m", "myproject.load"], "payload": {"day": "2026-03-01"}}.'],
  });
}

function unknownField(name: string, known: readonly string[], place: string | undefined): CasparianError {
  const guess = nearest(name, known);
  const prefix = place === undefined ? '' : `${place}.`;
  return new CasparianError('TASK_SPEC_INVALID', `The run spec has an unknown field '${prefix}${name}'`, {
    why: 'Unknown fields are refused, so that a typo is not ignored.',
    next: guess ? [`Did you mean ${prefix}${guess}?`] : [`Its fields are ${known.join(', ')}.`],
  });
}
