/** Days since 1970-01-01 as YYYY-MM-DD, from year 0 to 9999. */
export function dateOfDay(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}

const MS_PER_DAY = 86_400_000;
