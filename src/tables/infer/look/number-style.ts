import type { NumberStyle } from '../../../contract/index.js';

/** Every style that is looked for, in the order in which they are preferred when several fit alike. */
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

/** Set beside the styles of a shape when its last separator can only be that of the fraction. */
export const HAS_FRACTION = 1 << STYLES.length;

/** The styles with this decimal sign and these thousands separators, one bit each; null stands for any. */
export function stylesWith(decimal: string | null, thousands: string | null): number {
  return STYLES.reduce(
    (bits, style, index) =>
      (decimal === null || style.decimal === decimal) && (thousands === null || style.thousands === thousands)
        ? bits | (1 << index)
        : bits,
    0,
  );
}
