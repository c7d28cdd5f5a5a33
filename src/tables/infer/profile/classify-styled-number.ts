import { MINUS, type NumberStyle, POINT, SPACE, ZERO } from '../../../contract/index.js';
import { digitsEnd } from './classify-number.js';
import { measure } from './tally.js';
import { type Shape, shapeOf } from './shape.js';

/** All number styles, in order of preference when several fit equally well. */
export const STYLES: readonly NumberStyle[] = [
  { decimal: ',', thousands: '' },
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: ' ' },
  { decimal: '.', thousands: "'" },
  { decimal: ',', thousands: "'" },
  { decimal: ',', thousands: '\u00a0' },
  { decimal: '.', thousands: '\u00a0' },
  { decimal: ',', thousands: '\u202f' },
  { decimal: '.', thousands: '\u202f' },
  { decimal: '.', thousands: '\u2019' },
  { decimal: ',', thousands: '\u2019' },
];

/** Set with the styles of a shape when its last separator can only be a decimal sign. */
export const HAS_FRACTION = 1 << STYLES.length;

/** The styles with this decimal sign and thousands separator, one bit each; null matches any. */
export function stylesWith(decimal: string | null, thousands: string | null): number {
  return STYLES.reduce(
    (bits, style, index) =>
      (decimal === null || style.decimal === decimal) && (thousands === null || style.thousands === thousands)
        ? bits | (1 << index)
        : bits,
    0,
  );
}

const COMMA = 0x2c;
const APOSTROPHE = 0x27;
const MOST_GROUPS = 13;

/** The length of a separator in bytes, and the styles in which it separates thousands or the fraction. */
interface Separator {
  readonly length: number;
  readonly thousands: number;
  readonly decimal: number;
}

const SEPARATORS: readonly Separator[] = [
  { length: 1, thousands: stylesWith(null, ','), decimal: stylesWith(',', null) },
  { length: 1, thousands: stylesWith(null, '.'), decimal: stylesWith('.', null) },
  { length: 1, thousands: stylesWith(null, ' '), decimal: 0 },
  { length: 1, thousands: stylesWith(null, "'"), decimal: 0 },
  { length: 2, thousands: stylesWith(null, '\u00a0'), decimal: 0 },
  { length: 3, thousands: stylesWith(null, '\u202f'), decimal: 0 },
  { length: 3, thousands: stylesWith(null, '\u2019'), decimal: 0 },
];

/** The lengths of the groups of digits and the separators between them, reused for every value. */
const lengths = new Uint16Array(MOST_GROUPS + 1);
const between = new Uint8Array(MOST_GROUPS + 1);

/** The shape of a number with separators, such as `1.234,56`, with all styles that it fits; -1 when it fits none. */
export function classifyStyled(bytes: Uint8Array, start: number, end: number): Shape {
  const from = bytes[start] === MINUS ? start + 1 : start;
  const groups = splitIntoGroups(bytes, from, end);
  if (groups < 2) return -1;
  const isLed = bytes[from] !== ZERO;
  const whole = lengths[0] ?? 0;
  const last = groups - 1;
  const ending = SEPARATORS[between[last] ?? 0];
  const places = lengths[last] ?? 0;
  let digits = 0;
  for (let group = 0; group < groups; group += 1) digits += lengths[group] ?? 0;
  measure(digits - places, places, digits);
  if (!isLed && whole > 1) return shapeOf('padded');

  const grouping = isLed && areGrouped(last) ? (SEPARATORS[between[1] ?? 0]?.thousands ?? 0) : 0;
  if (last === 1) {
    const asThousands = isLed && areGrouped(2) ? (ending?.thousands ?? 0) : 0;
    const asDecimal = places > 0 ? (ending?.decimal ?? 0) : 0;
    if ((asThousands | asDecimal) === 0) return -1;
    return shapeOf('styled', asThousands | asDecimal | (asThousands === 0 ? HAS_FRACTION : 0));
  }
  if (between[last] === between[1]) {
    const asThousands = isLed && areGrouped(groups) ? (ending?.thousands ?? 0) : 0;
    return asThousands === 0 ? -1 : shapeOf('styled', asThousands);
  }
  const both = grouping & (ending?.decimal ?? 0);
  return both === 0 ? -1 : shapeOf('styled', both | HAS_FRACTION);
}

/** The number of groups; 0 when the text has anything but digits and separators. */
function splitIntoGroups(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (let group = 0; group <= MOST_GROUPS; group += 1) {
    const groupEnd = digitsEnd(bytes, at, end);
    lengths[group] = groupEnd - at;
    if (groupEnd === end) return group === 0 || groupEnd > at ? group + 1 : 0;
    const separator = separatorAt(bytes, groupEnd);
    if (separator === -1) return 0;
    between[group + 1] = separator;
    at = groupEnd + (SEPARATORS[separator]?.length ?? 1);
  }
  return 0;
}

/** The index in SEPARATORS; -1 for other bytes. */
function separatorAt(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case COMMA:
      return 0;
    case POINT:
      return 1;
    case SPACE:
      return 2;
    case APOSTROPHE:
      return 3;
    case 0xc2:
      return bytes[at + 1] === 0xa0 ? 4 : -1;
    case 0xe2:
      if (bytes[at + 1] !== 0x80) return -1;
      return bytes[at + 2] === 0xaf ? 5 : bytes[at + 2] === 0x99 ? 6 : -1;
    default:
      return -1;
  }
}

/** Whether the first groups are thousands: one to three digits, then three each, with one separator. */
function areGrouped(groups: number): boolean {
  const first = lengths[0] ?? 0;
  if (first < 1 || first > 3) return false;
  for (let group = 1; group < groups; group += 1) {
    if (lengths[group] !== 3 || between[group] !== between[1]) return false;
  }
  return true;
}
