import { cjsonBytes } from '../../platform/index.js';
import type { ComplianceEntry, EvaluatedField } from '../rules/evaluate/evaluation.js';
import { valueJson } from '../rules/values/value-json.js';

export interface BatteryProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
}

/** The canonical bytes of what a passport says (BPC-PASSPORT-1). Optional fields without a value are left out. */
export function payloadBytes(
  product: BatteryProduct,
  fields: readonly EvaluatedField[],
  compliance: readonly ComplianceEntry[],
): Buffer {
  return cjsonBytes({
    battery_product: { id: product.id, name: product.name, sku: product.sku },
    compliance: compliance.map(({ clause, evidence, status }) => ({ clause, evidence, status })),
    fields: nestedFields(fields),
    passport_schema: 'BPC-PASSPORT-1',
  });
}

interface Nested {
  [name: string]: unknown;
}

/** The checker of rules refuses a path that begins with another, so no value is in the way of a branch. */
function nestedFields(fields: readonly EvaluatedField[]): Nested {
  const root = newNested();
  for (const { path, value } of fields) {
    if (value.kind === 'None') continue;
    const names = path.split('.');
    const last = names.pop() as string;
    let branch = root;
    for (const name of names) branch = (branch[name] ??= newNested()) as Nested;
    branch[last] = valueJson(value);
  }
  return root;
}

/** Without a prototype, so that a field may be called __proto__. */
function newNested(): Nested {
  return Object.create(null) as Nested;
}
