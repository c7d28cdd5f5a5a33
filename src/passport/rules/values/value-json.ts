import { decimalText } from './decimal.js';
import type { FactJson, Value } from './value.js';
import { QTY_SCALE } from './value.js';

/**
 * A value as it appears in a payload and in a proof: decimals as text, quantities as `{"unit", "value"}`. A missing member of
 * a record is left out; elsewhere a missing value is null.
 */
export function valueJson(value: Value): FactJson {
  switch (value.kind) {
    case 'Bool':
    case 'Text':
    case 'Date':
      return value.value;
    case 'Int':
      return integerJson(value.value);
    case 'Dec':
      return decimalText(value.units, value.scale);
    case 'Qty':
      return { unit: value.unit, value: decimalText(value.units, QTY_SCALE) };
    case 'None':
      return null;
    case 'List':
      return value.items.map(valueJson);
    case 'Record': {
      const present = [...value.members].filter(([, member]) => member.kind !== 'None');
      // Unlike an assignment, fromEntries makes a member of the name __proto__.
      return Object.fromEntries(present.map(([name, member]) => [name, valueJson(member)]));
    }
    case 'Any':
      return value.json;
  }
}

function integerJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
