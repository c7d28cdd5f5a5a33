import { exactJson } from '../../platform/index.js';
import { type Html, html } from './html.js';

interface Quantity {
  readonly value: string;
  readonly unit: string;
}

export function isQuantity(value: unknown): value is Quantity {
  return typeof value === 'object' && value !== null && 'unit' in value && 'value' in value;
}

/** The number of a quantity, for bars. */
export function numberOf(value: unknown): number | undefined {
  return isQuantity(value) && Number.isFinite(Number(value.value)) ? Number(value.value) : undefined;
}

const UNITS: Readonly<Record<string, string>> = {
  ...{ pct: '%', degC: '°C', each: '', kgCO2e: 'kg CO₂e', tCO2e: 't CO₂e', A_per_Ah: 'A/Ah', W_per_Wh: 'W/Wh' },
  kgCO2e_per_kWh: 'kg CO₂e / kWh',
};

/** For people: `452.6 kg`, `yes`, a date as it is. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isQuantity(value))
    return `${grouped(value.value)} ${UNITS[value.unit] ?? value.unit.replaceAll('_per_', '/')}`.trim();
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(valueText).join(', ');
  return exactJson(value);
}

/** `6000.000000` as `6,000`. The digits are never rounded. */
function grouped(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === '') return text;
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A web address as a link, without a script in it; everything else as text. */
export function valueHtml(value: unknown): Html {
  if (typeof value !== 'string' || !isWebAddress(value)) return html`${valueText(value)}`;
  return html`<a href="${value}" rel="noreferrer noopener nofollow">${new URL(value).host}</a>`;
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
