import type { Findings } from '../findings.js';
import { checkShape, type Shape } from '../shape.js';
import { jsonSource, type Source } from '../source.js';
import { type DocumentReader, objectsOf } from './kind.js';

const AMOUNT = { kind: 'decimal', min: 0 } as const;
const PERCENT = { kind: 'decimal', min: 0, max: 100 } as const;

const BATTERY: Shape = {
  sku: { kind: 'id', required: true },
  name: { kind: 'text' },
  mass_kg: AMOUNT,
  capacity_kwh: AMOUNT,
};

const COMPONENT: Shape = {
  part_number: { kind: 'id' },
  sku: { kind: 'id' },
  name: { kind: 'text' },
  kind: { kind: 'text' },
  quantity: AMOUNT,
  mass_kg: AMOUNT,
  materials: { kind: 'list' },
  hazardous: { kind: 'list' },
};

const MATERIAL: Shape = {
  name: { kind: 'id', required: true },
  cas: { kind: 'id' },
  mass_g: AMOUNT,
  location: { kind: 'text' },
  critical: { kind: 'flag' },
  recycled_pre_pct: PERCENT,
  recycled_post_pct: PERCENT,
};

/** A bill of materials: one battery and its components, or, in the specification's first form, a list of batteries. */
export const BOM: DocumentReader = {
  names: ['BOM'],
  csvShape: { ...BATTERY, ...COMPONENT, critical: { kind: 'flag' } },

  fromJson(root, findings) {
    checkShape(root, { components: { kind: 'list', required: true } }, findings);
    const components = objectsOf(root.payload['components'], ['components'], findings);
    if (!Object.hasOwn(root.payload, 'battery')) {
      for (const battery of components) batteryFact(battery, findings);
      return;
    }
    const battery = jsonSource(root.payload['battery'], ['battery']);
    if (battery === undefined) {
      findings.problem('battery must be an object', root.spotOf('battery'));
      return;
    }
    batteryFact(battery, findings);
    const sku = battery.payload['sku'];
    for (const [index, component] of components.entries()) {
      const part = componentFact(sku, component, findings);
      for (const material of objectsOf(component.payload['materials'], ['components', index, 'materials'], findings)) {
        checkShape(material, MATERIAL, findings);
        const { cas, name } = material.payload;
        findings.fact('Material', ['material', sku, part, cas ?? name], material);
      }
    }
  },

  /** A row without a part number is a battery. */
  fromCsv(rows, findings) {
    for (const row of rows) {
      if (!Object.hasOwn(row.payload, 'part_number')) batteryFact(row, findings);
      else if (!Object.hasOwn(row.payload, 'sku')) findings.problem('sku is missing', row.spot);
      else componentFact(row.payload['sku'], row, findings);
    }
  },
};

function batteryFact(battery: Source, findings: Findings): void {
  checkShape(battery, BATTERY, findings);
  findings.fact('Battery', ['battery', battery.payload['sku']], battery);
}

/** Returns the id of the component. */
function componentFact(sku: unknown, component: Source, findings: Findings): unknown {
  checkShape(component, COMPONENT, findings);
  const part = component.payload['part_number'] ?? component.payload['sku'];
  if (part === undefined || part === null) findings.problem('part_number is missing', component.spot);
  findings.fact('BOM', ['bom', sku, part], component);
  return part;
}
