/** ISO 8601 in UTC, as every time in JSON is; null stays null, and so does a time no calendar has. */
export function isoTime(ms: number | null): string | null {
  if (ms === null) return null;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

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

/** The exact time, and how far away it is. */
export function fullTime(ms: number | null, now: number): string {
  const iso = isoTime(ms);
  return iso === null || ms === null ? '–' : `${iso} (${relativeTime(ms, now)})`;
}
