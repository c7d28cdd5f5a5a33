import { CasparianError } from '../../platform/index.js';
import type { NewEvent } from './event.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/;
const MAX_ID_CHARS = 1_000;

/** Refuses names that could not be filtered, stored or hashed. These are mistakes of the caller, found before any write. */
export function checkEvent(tenant: string, { eventType, aggregateType, aggregateId, actor }: NewEvent): void {
  requireName('event_type', eventType);
  requireName('aggregate_type', aggregateType);
  requireText('aggregate_id', aggregateId);
  requireText('tenant', tenant);
  if (actor !== null) requireText('actor', actor);
}

function requireName(what: string, value: string): void {
  if (NAME.test(value)) return;
  throw new CasparianError('OPTION_INVALID', `The ${what} '${value}' cannot be used`, {
    why: 'It must have 1 to 200 characters: letters, digits, and . _ : - after the first.',
  });
}

function requireText(what: string, value: string): void {
  if (value !== '' && value.length <= MAX_ID_CHARS && !value.includes('\0')) return;
  throw new CasparianError('OPTION_INVALID', `The ${what} of an event cannot be used`, {
    why: `It must be a text of 1 to ${MAX_ID_CHARS.toLocaleString('en-US')} characters, without null characters.`,
  });
}
