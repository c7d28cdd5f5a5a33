const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether the text is a day of the Gregorian calendar, as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = MONTH_DAYS[Number(month) - 1];
  if (days === undefined) return false;
  const isLeapDay = month === '02' && day === '29' && isLeapYear(Number(year));
  return isLeapDay || (Number(day) >= 1 && Number(day) <= days);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
