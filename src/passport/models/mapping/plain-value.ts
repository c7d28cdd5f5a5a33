import { isObject, isQuantity } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';

/** Without members that have no value, and quantities without zeros at the end: rules give them six decimals. */
export function plain(value: FactJson): FactJson {
  if (Array.isArray(value)) return (value as readonly FactJson[]).map(plain);
  if (!isObject(value)) return value;
  if (isQuantity(value)) return { unit: value.unit, value: shortest(value.value) };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, plain(member)]])),
  );
}

function shortest(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
