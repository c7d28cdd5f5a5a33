import { parseDuration, parseInstant } from '../../platform/index.js';

/** A time, or how long ago it was: 2026-03-01T08:00Z, 90m, 7d. */
export function moment(value: string): Date {
  return /^\d+(\.\d+)?\s*[a-z]+$/i.test(value) ? new Date(Date.now() - parseDuration(value)) : parseInstant(value);
}
