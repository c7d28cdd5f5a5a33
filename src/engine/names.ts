import { CasparianError } from '../platform/index.js';

const MAX_NAME_CHARS = 200;

/** Checks a name chosen by a user: a tenant, a queue, a schedule, a key. */
export function requireName(what: string, value: string): string {
  if (value.length > 0 && value.length <= MAX_NAME_CHARS && !value.includes('\0')) return value;
  throw new CasparianError('OPTION_INVALID', `The ${what} cannot be used`, {
    why: `It must have 1 to ${MAX_NAME_CHARS} characters, none of them a null character.`,
  });
}
