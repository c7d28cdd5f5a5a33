/** How numbers are written: 1234.56 is `{decimal: '.', thousands: ''}`. */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  readonly thousands: Thousands;
}

export const THOUSANDS = ['', '.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f'] as const;
export type Thousands = (typeof THOUSANDS)[number];
