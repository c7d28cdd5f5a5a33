import assert from 'node:assert/strict';
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
  const present = fields.filter(({ value }) => value.kind !== 'None');
  return cjsonBytes({
    battery_product: { id: product.id, name: product.name, sku: product.sku },
    compliance: compliance.map(({ clause, evidence, status }) => ({ clause, evidence, status })),
    fields: nestFields(present.map(({ path, value }) => [path, valueJson(value)])),
    passport_schema: 'BPC-PASSPORT-1',
  });
}

interface Nested {
  [name: string]: unknown;
}

/** Nests values by the names of their paths. Fails if one path begins with another, which the checker of rules refuses. */
export function nestFields(values: Iterable<readonly [path: string, value: unknown]>): Nested {
  const root = newNested();
  for (const [path, value] of values) {
    const names = path.split('.');
    const last = names.pop() as string;
    let branch = root;
    for (const name of names) branch = (branch[name] ??= newNested()) as Nested;
    assert(typeof branch === 'object' && branch[last] === undefined, `the field ${path} is inside of another`);
    branch[last] = value;
  }
  return root;
}

/** Without a prototype, so that a field may be called __proto__. */
function newNested(): Nested {
  return Object.create(null) as Nested;
}
