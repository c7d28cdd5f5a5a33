/** ISO 4217: the codes in use whose smallest unit is a hundredth. */
const HUNDREDTHS =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK ' +
  'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT ' +
  'LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
  'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS ' +
  'VED VES WST XCD XCG YER ZAR ZMW ZWG';
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND';

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...HUNDREDTHS.split(' ').map((code) => [code, 2] as const),
  ...WHOLE.split(' ').map((code) => [code, 0] as const),
  ...THOUSANDTHS.split(' ').map((code) => [code, 3] as const),
]);

export const CURRENCIES: readonly string[] = [...MINOR_DIGITS.keys()].sort();

export function isCurrency(code: string): boolean {
  return MINOR_DIGITS.has(code);
}

/** Digits of the smallest unit after the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(code: string): number {
  return MINOR_DIGITS.get(code) ?? 2;
}

/**
 * The currencies that a sign can mean. `$` and `¥` are used by several countries: another value must decide, nothing is guessed.
 */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '₩': ['KRW', 'KPW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₴': ['UAH'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  'Fr.': ['CHF'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'ISK', 'SEK', 'NOK'],
  '¥': ['JPY', 'CNY'],
  $: [
    'USD',
    'CAD',
    'AUD',
    'NZD',
    'HKD',
    'SGD',
    'TWD',
    'MXN',
    'ARS',
    'CLP',
    'COP',
    'UYU',
    'BBD',
    'BMD',
    'BSD',
    'BZD',
    'FJD',
    'JMD',
  ],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  R$: ['BRL'],
};

/** Longer signs first: `US$` before `$`. */
export const CURRENCY_SIGNS: readonly string[] = Object.keys(SIGNS).sort((one, other) => other.length - one.length);

export function currenciesOfSign(sign: string): readonly string[] {
  return Object.hasOwn(SIGNS, sign) ? (SIGNS[sign] ?? []) : [];
}
