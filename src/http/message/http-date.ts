const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = '(?:mon|tue|wed|thu|fri|sat|sun)';
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

/** The three forms that RFC 9110 section 5.6.7 makes every recipient accept. Nothing else is a date. */
const FORMS = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) ${TIME} GMT$`, 'i'),
  new RegExp(`^${DAY}[a-z]{3,6}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${TIME} GMT$`, 'i'),
  new RegExp(`^${DAY} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`, 'i'),
];

/** The time of an HTTP date in milliseconds. Undefined if the text is not one. A year of two digits is at most 50 years ahead. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of FORMS) {
    const parts = form.exec(text.trim())?.groups;
    if (parts) return timeOf(parts, now);
  }
  return undefined;
}

function timeOf(parts: Record<string, string>, now: number): number | undefined {
  const month = MONTHS.indexOf((parts['month'] ?? '').toLowerCase());
  const number = (name: string): number => Number(parts[name]);
  const [day, hour, minute, second] = [number('day'), number('hour'), number('minute'), number('second')];
  if (month < 0 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return undefined;
  const year = parts['year']?.length === 2 ? fullYear(number('year'), now) : number('year');
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  // A 31st of February is not a date.
  if (date.getUTCMonth() !== month) return undefined;
  return date.setUTCHours(hour, minute, second);
}

function fullYear(twoDigits: number, now: number): number {
  const present = new Date(now).getUTCFullYear();
  const year = present - (present % 100) + twoDigits;
  return year > present + 50 ? year - 100 : year;
}
