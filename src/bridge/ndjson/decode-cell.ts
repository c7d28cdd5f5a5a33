import {
  type Cell,
  cellJson,
  type DateCell,
  type DatetimeCell,
  type DecimalCell,
  type TimeCell,
} from '../../contract/index.js';

/** A list or an object of a row: a tagged value, or nested data. */
export function decodeCell(value: object): Cell {
  const tag = tagOf(value);
  if (tag !== null && tag !== '$object') return decodeTag(tag, (value as Record<string, unknown>)[tag]);
  const plain = JSON.stringify(value);
  // Without a key that begins with `$`, it contains no tag.
  return { kind: 'nested', json: plain.includes('"$') ? untaggedJson(value) : plain };
}

/**
 * Objects with one key that begins with `$` belong to the protocol. Such an object of the user is sent inside
 * `$object`.
 */
function tagOf(value: object): string | null {
  if (Array.isArray(value)) return null;
  const keys = Object.keys(value);
  const key = keys[0];
  return keys.length === 1 && key?.startsWith('$') ? key : null;
}

function untaggedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(untaggedJson).join(',')}]`;
  const tag = tagOf(value);
  if (tag === null) return membersJson(value);
  const content = (value as Record<string, unknown>)[tag];
  return tag === '$object' ? membersJson(wrapped(content)) : cellJson(decodeTag(tag, content));
}

function membersJson(value: object): string {
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${untaggedJson(member)}`);
  return `{${members.join(',')}}`;
}

function wrapped(content: unknown): object {
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new Error('$object does not contain an object');
}

/** The value of a tag. */
function decodeTag(tag: string, content: unknown): Cell {
  const decode = Object.hasOwn(DECODERS, tag) ? DECODERS[tag] : undefined;
  if (!decode) throw new Error(`unknown tag ${JSON.stringify(tag)}`);
  const cell = typeof content === 'string' ? decode(content) : undefined;
  if (cell === undefined) throw new Error(`${tag} cannot be ${shortened(JSON.stringify(content))}`);
  return cell;
}

const DECODERS: Readonly<Record<string, (text: string) => Cell | undefined>> = {
  $int: (text) => (/^-?\d+$/.test(text) && text.length <= MAX_DIGITS ? BigInt(text) : undefined),
  $decimal: decodeDecimal,
  $float: (text) => (isUnusualFloat(text) ? Number(text) : undefined),
  $bytes: decodeBytes,
  $date: decodeDate,
  $datetime: decodeDatetime,
  $time: decodeTime,
};

/** Enough for any computed number, and little enough to print. */
const MAX_DIGITS = 10_000;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function decodeDecimal(text: string): DecimalCell | number | undefined {
  if (isUnusualFloat(text)) return Number(text);
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  if (whole.length + fraction.length + Math.abs(scale) > MAX_DIGITS) return undefined;
  const unscaled = BigInt(whole + fraction);
  return { kind: 'decimal', unscaled: sign === '-' ? -unscaled : unscaled, scale };
}

function isUnusualFloat(text: string): boolean {
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity';
}

/** Node skips invalid base64, so the decoded bytes are encoded again and compared. */
function decodeBytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}

function shortened(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const DATE = '([+-]\\d{6}|\\d{4})-(\\d\\d)-(\\d\\d)';
const CLOCK = '(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?';
const OFFSET = '(Z|([+-])(\\d\\d):(\\d\\d)(?::(\\d\\d))?)?';

const DATE_ONLY = new RegExp(`^${DATE}$`);
const TIME_ONLY = new RegExp(`^${CLOCK}$`);
const DATE_AND_TIME = new RegExp(`^${DATE}[T ]${CLOCK}${OFFSET}$`);

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const MILLISECONDS_PER_DAY = 86_400_000;

function decodeDate(text: string): DateCell | undefined {
  const match = DATE_ONLY.exec(text);
  const days = match ? daysOf(match[1], match[2], match[3]) : undefined;
  return days === undefined ? undefined : { kind: 'date', days };
}

function decodeTime(text: string): TimeCell | undefined {
  const match = TIME_ONLY.exec(text);
  const nanoseconds = match ? nanosecondsOf(match[1], match[2], match[3], match[4]) : undefined;
  return nanoseconds === undefined ? undefined : { kind: 'time', nanoseconds };
}

/** With an offset it is an instant, in nanoseconds of UTC. */
function decodeDatetime(text: string): DatetimeCell | undefined {
  const match = DATE_AND_TIME.exec(text);
  if (!match) return undefined;
  const days = daysOf(match[1], match[2], match[3]);
  const ofDay = nanosecondsOf(match[4], match[5], match[6], match[7]);
  const offset = match[8];
  const behind = nanosecondsOf(match[10] ?? '00', match[11] ?? '00', match[12], undefined);
  if (days === undefined || ofDay === undefined || behind === undefined) return undefined;
  const local = BigInt(days) * 86_400n * NANOSECONDS_PER_SECOND + ofDay;
  const nanoseconds = match[9] === '-' ? local + behind : local - behind;
  return { kind: 'datetime', nanoseconds, zoned: offset !== undefined };
}

function daysOf(year: string | undefined, month: string | undefined, day: string | undefined): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isSame = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isSame ? date.getTime() / MILLISECONDS_PER_DAY : undefined;
}

function nanosecondsOf(
  hours: string | undefined,
  minutes: string | undefined,
  seconds = '00',
  fraction = '',
): bigint | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  return whole * NANOSECONDS_PER_SECOND + BigInt(fraction.padEnd(9, '0'));
}
