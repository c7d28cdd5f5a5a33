import type { ValueType } from '../attributes/attribute.js';
import { isObject, isQuantity, scalarText } from '../attributes/stored-value.js';
import type { FactJson } from '../rules/values/value.js';

const UNITS: Readonly<Record<string, string>> = {
  ...{ pct: '%', each: '', degC: '°C', Ohm: 'Ω', pct_per_month: '% per month', W_per_Wh: 'W/Wh', A_per_Ah: 'A/Ah' },
  ...{
    kgCO2e: 'kg CO₂e',
    tCO2e: 't CO₂e',
    gCO2e: 'g CO₂e',
    kgCO2e_per_kWh: 'kg CO₂e/kWh',
    gCO2e_per_kWh: 'g CO₂e/kWh',
  },
};

/** A value of a passport as people read it: one line for each item of a list. Members of records are in the order of their type. */
export function valueText(value: FactJson, type?: ValueType): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    const itemType = type?.kind === 'list' ? type.of : undefined;
    return (value as readonly FactJson[]).map((item) => valueText(item, itemType)).join('\n');
  }
  if (!isObject(value)) return scalarText(value);
  if (isQuantity(value)) return quantityText(value.value, value.unit);
  if ('at' in value && 'value' in value) return `${valueText(value['value'])} (${valueText(value['at'])})`;
  const order = type?.kind === 'record' ? Object.keys(type.members) : [];
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(
      ([name, member]) =>
        `${name.replaceAll('_', ' ')}: ${Array.isArray(member) ? listText(member as readonly FactJson[]) : valueText(member)}`,
    )
    .join('; ');
}

/** A list inside a record stays on its line. */
function listText(items: readonly FactJson[]): string {
  return items.length === 0 ? 'none' : items.map((item) => valueText(item)).join(', ');
}

/** A unit as people write it; empty for counts. */
export function unitText(unit: string): string {
  return UNITS[unit] ?? unit;
}

function quantityText(number: string, unit: string): string {
  const digits = number.includes('.') ? number.replace(/\.?0+$/, '') : number;
  const sign = unitText(unit);
  return sign === '' ? digits : `${digits} ${sign}`;
}
