import { isoTime } from '../../platform/index.js';

const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1_000, name: 's' },
] as const;

/** `3 min ago`, `in 2 h`, `now`: for tables, where one unit is enough. */
export function relativeTime(ms: number, now: number): string {
  const distance = Math.abs(now - ms);
  const unit = UNITS.find((one) => distance >= one.ms);
  if (!unit) return 'now';
  const amount = `${Math.floor(distance / unit.ms)} ${unit.name}`;
  return ms <= now ? `${amount} ago` : `in ${amount}`;
}

/** The exact time and the relative time. */
export function fullTime(ms: number | null, now: number): string {
  const iso = isoTime(ms);
  return iso === null || ms === null ? '–' : `${iso} (${relativeTime(ms, now)})`;
}
