import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { preferences } from '../shell/preferences.js';

/** Ticks while the tab is visible, so that "2 min ago" stays true. */
export const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 10_000);
document.addEventListener('visibilitychange', () => (now.value = Date.now()));

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Relative up to a day, then the date. The exact time with its zone is in the tooltip. */
export function Time({
  at,
  none = '–',
}: {
  readonly at: string | null | undefined;
  readonly none?: string;
}): JSX.Element {
  if (at == null) return <span class="muted">{none}</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), now.value)}
    </time>
  );
}

export function relativeTime(at: number, from: number): string {
  const ago = from - at;
  if (Math.abs(ago) < 5 * SECOND) return 'now';
  if (Math.abs(ago) >= DAY) return dateText(at);
  const text = roughDuration(Math.abs(ago));
  return ago > 0 ? `${text} ago` : `in ${text}`;
}

/** One unit: `14 min`. */
export function roughDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(1, Math.round(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.round(ms / HOUR)} h`;
  return `${Math.round(ms / DAY)} d`;
}

/** How long something took: `0.4 s`, `12.1 s`, `1 min 02 s`. */
export function durationText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(ms < 1 ? 1 : 0)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 100 ? 2 : 1)} s`;
  if (ms < HOUR)
    return `${Math.floor(ms / MINUTE)} min ${String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, '0')} s`;
  return `${Math.floor(ms / HOUR)} h ${String(Math.floor((ms % HOUR) / MINUTE)).padStart(2, '0')} min`;
}

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { timeZone } = preferences.value;
  const key = `${timeZone ?? ''} ${JSON.stringify(options)}`;
  let known = FORMATTERS.get(key);
  // Making one takes longer than using it a hundred times.
  if (!known)
    FORMATTERS.set(key, (known = new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone ? { timeZone } : {}) })));
  return known;
}
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

export function dateText(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return formatter({
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}

/** `14:32` */
export function clockText(at: number): string {
  return formatter({ hour: '2-digit', minute: '2-digit' }).format(at);
}

/** `14:32:07.204` */
export function preciseTime(at: number): string {
  return formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }).format(at);
}

/** With date and zone, to be copied. */
export function exactTime(at: string): string {
  return formatter({ dateStyle: 'medium', timeStyle: 'long' }).format(Date.parse(at));
}
