const FORMATS = new Map<string, Intl.NumberFormat>();

/** An amount in the smallest unit of its currency, such as `US$ 2,310.00`. Whole amounts have no cents. */
export function moneyText(cents: number | null | undefined, currency: string | null | undefined): string {
  if (cents === null || cents === undefined) return '–';
  const digits = digitsOf(currency);
  const amount = cents / 10 ** digits;
  const isWhole = Number.isInteger(amount);
  const key = `${currency ?? ''} ${isWhole}`;
  let format = FORMATS.get(key);
  if (!format) {
    const fraction = { minimumFractionDigits: isWhole ? 0 : digits, maximumFractionDigits: digits };
    FORMATS.set(key, (format = new Intl.NumberFormat('en', fraction)));
  }
  return `${currencyText(currency)}${format.format(amount)}`;
}

/** `US$ ` */
function currencyText(currency: string | null | undefined): string {
  if (currency == null) return '';
  return `${({ USD: 'US$', EUR: '€', GBP: '£' } as Record<string, string>)[currency] ?? currency} `;
}

function digitsOf(currency: string | null | undefined): number {
  if (currency == null) return 2;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
