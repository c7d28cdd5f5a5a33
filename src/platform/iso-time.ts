/** ISO 8601 in UTC, for every time in JSON. Null stays null; a time outside the calendar is null too. */
export function isoTime(ms: number | null): string | null {
  if (ms === null) return null;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
