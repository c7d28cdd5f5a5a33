import { minorDigits } from '../../collect/index.js';

/** `1,234.50 EUR`. A dash for a price that is not known. */
export function moneyText(cents: number | null, currency: string | null): string {
  const amount = amountText(cents, currency);
  return cents === null || currency === null ? amount : `${amount} ${currency}`;
}

/** `1,234.50`, with the decimal places of the currency. */
export function amountText(cents: number | null, currency: string | null): string {
  if (cents === null) return '–';
  const digits = currency === null ? 2 : minorDigits(currency);
  const text = String(cents).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`;
}
