import { exactJson } from '../../../platform/index.js';

/** A value of a passport for people: a quantity as `450.25 kg`, a text without quotes. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isQuantity(value)) {
    const number = value.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    // A number of pieces has no unit that people would read.
    return value.unit === 'each' ? number : `${number} ${value.unit}`;
  }
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return exactJson(value);
}

function isQuantity(value: unknown): value is { value: string; unit: string } {
  return typeof value === 'object' && value !== null && 'unit' in value && 'value' in value;
}
