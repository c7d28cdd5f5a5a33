import { CasparianError, type Hint } from '../../../platform/index.js';

const MAX_SHOWN_CHARS = 80;

/** The error for an invalid field: its name, its value, and what is expected. */
export function refusal(
  field: string,
  given: unknown,
  expected: string,
  details: { next?: readonly Hint[]; cause?: unknown } = {},
): CasparianError {
  const problem = given === undefined ? 'is missing' : `cannot be ${shown(given)}`;
  return specInvalid(field, problem, { why: `It must be ${expected}.`, ...details });
}

/** The same without the value: the value of a variable may be a misplaced secret. */
export function refusalOfKind(field: string, given: unknown, expected: string): CasparianError {
  return specInvalid(field, `is ${kindOf(given)}`, { why: `It must be ${expected}.` });
}

export function specInvalid(
  field: string,
  problem: string,
  details: { why?: string; next?: readonly Hint[]; cause?: unknown },
): CasparianError {
  return new CasparianError('TASK_SPEC_INVALID', `'${field}' of the run spec ${problem}`, details);
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
}

function shown(value: unknown): string {
  if (['number', 'bigint', 'boolean'].includes(typeof value)) return clipped(String(value));
  return typeof value === 'string' ? clipped(JSON.stringify(value)) : kindOf(value);
}

function clipped(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
