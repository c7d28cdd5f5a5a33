const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SHORT_MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** A schedule in words: `*\/15 9-17 * * 1-5` is "every 15 minutes from 09 to 17, Monday to Friday". The text itself if it is too special. */
export function cronWords(cron: string): string {
  const fields = (NAMED[cron.trim().toLowerCase()] ?? cron).trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return cron;
  const [second, minute, hour, day, month, weekday] = fields.length === 6 ? fields : ['0', ...fields];
  const time = timeWords(second as string, minute as string, hour as string);
  const days = dayWords(day as string, weekday as string);
  const months = listWords(month as string, (value) => named(value, MONTHS, SHORT_MONTHS, 1), 'month');
  if (time === undefined || days === undefined || months === undefined) return cron;
  const isAt = time.startsWith('at ');
  const when = days === '' ? (isAt ? 'every day' : '') : days;
  const words = isAt ? [when, time] : [time, when];
  const season = months === '' ? '' : `in ${months}`;
  const text = [...words, season].filter((part) => part !== '').join(isAt ? ' ' : ', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timeWords(second: string, minute: string, hour: string): string | undefined {
  const isNumber = (text: string): boolean => /^\d+$/.test(text);
  const suffix = second === '0' ? '' : isNumber(second) ? `:${pad(second)}` : undefined;
  if (suffix === undefined) {
    const step = stepOf(second);
    return minute === '*' && hour === '*' && (second === '*' || step !== undefined)
      ? step === undefined || step === 1
        ? 'every second'
        : `every ${step} seconds`
      : undefined;
  }
  if (isNumber(minute) && isNumber(hour)) return `at ${pad(hour)}:${pad(minute)}${suffix}`;
  if (isNumber(minute) && /^\d+(,\d+)+$/.test(hour))
    return `at ${joined(hour.split(',').map((one) => `${pad(one)}:${pad(minute)}${suffix}`))}`;
  const hours = hour === '*' ? '' : hourWords(hour);
  if (hours === undefined) return undefined;
  const step = stepOf(minute);
  const minutes =
    minute === '*' || step === 1
      ? 'every minute'
      : step !== undefined
        ? `every ${step} minutes`
        : minuteWords(minute, hour);
  return minutes === undefined ? undefined : `${minutes}${hours === '' ? '' : ` ${hours}`}`;
}

function minuteWords(minute: string, hour: string): string | undefined {
  if (!/^\d+(,\d+)*$/.test(minute)) return undefined;
  const minutes = minute.split(',');
  const past = minute === '0' ? '' : ` at ${joined(minutes.map((one) => `:${pad(one)}`))}`;
  const step = stepOf(hour);
  if (hour === '*' || step !== undefined)
    return `every ${step === undefined || step === 1 ? 'hour' : `${step} hours`}${past}`;
  return `every hour${past}`;
}

function hourWords(hour: string): string | undefined {
  if (stepOf(hour) !== undefined) return '';
  const range = /^(\d+)-(\d+)$/.exec(hour);
  if (range) return `from ${pad(range[1] as string)} to ${pad(range[2] as string)}`;
  return /^\d+(,\d+)*$/.test(hour) ? `in the hours ${joined(hour.split(',').map(pad))}` : undefined;
}

/** '' for every day. */
function dayWords(day: string, weekday: string): string | undefined {
  const weekdays = listWords(
    weekday,
    (value) => named(String(Number(value) === 7 ? 0 : value), DAYS, SHORT_DAYS, 0),
    'day',
  );
  const dates = listWords(
    day,
    (value) =>
      value.toUpperCase() === 'L' ? 'the last day' : /^\d+$/.test(value) ? `the ${ordinal(Number(value))}` : undefined,
    'day',
  );
  if (weekdays === undefined || dates === undefined) return undefined;
  if (weekdays === 'Monday to Friday') return dates === '' ? 'Monday to Friday' : `on ${dates} and Monday to Friday`;
  const onDates = dates === '' ? '' : `on ${dates} of the month`;
  const onDays = weekdays === '' ? '' : weekdays.includes(' to ') ? weekdays : `on ${weekdays}`;
  return [onDates, onDays].filter((part) => part !== '').join(' and ');
}

/** Values, ranges and lists; '' for all of them, undefined for what is too special. */
function listWords(field: string, word: (value: string) => string | undefined, unit: string): string | undefined {
  if (field === '*' || field === '?') return '';
  const step = stepOf(field);
  if (step !== undefined) return step === 1 ? '' : `every ${step} ${unit}s`;
  const parts = field.split(',').map((part) => {
    const [from = '', to] = part.split('-');
    const first = word(from);
    const last = to === undefined ? undefined : word(to);
    return to === undefined ? first : first !== undefined && last !== undefined ? `${first} to ${last}` : undefined;
  });
  return parts.some((part) => part === undefined) ? undefined : joined(parts as string[]);
}

function stepOf(field: string): number | undefined {
  const [, step] = /^(?:\*|0)\/(\d+)$/.exec(field) ?? [];
  return step === undefined ? undefined : Number(step);
}

function named(value: string, long: readonly string[], short: readonly string[], first: number): string | undefined {
  const at = /^\d+$/.test(value) ? Number(value) - first : short.indexOf(value.slice(0, 3).toUpperCase());
  return long[at];
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function pad(value: string): string {
  return value.padStart(2, '0');
}

function ordinal(value: number): string {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}
