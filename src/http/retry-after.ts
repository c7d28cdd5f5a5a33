import { parseHttpDate } from './message/http-date.js';

/** No peer can put off a retry for longer. */
const MAX_DELAY_MS = 86_400_000;

/** How long a `Retry-After` header asks to wait: seconds or a date. Undefined if there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const delayMs = /^\d{1,15}$/.test(text) ? Number(text) * 1_000 : (parseHttpDate(text, now) ?? NaN) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(MAX_DELAY_MS, Math.max(0, delayMs));
}
