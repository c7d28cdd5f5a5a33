import type { Attribute, Category } from '../attributes/attribute.js';
import { inputsOf, memberOf } from '../attributes/attributes.js';

/** Cases of each property. With more than 40 quantities, the tests have thousands of cases; 500 are required. */
const CASES = 60;

/** The tests of the default rules: each quantity is kept as it is within its range, and the conditions between attributes hold. */
export function defaultTestText(category: Category): string {
  const attributes = inputsOf(category);
  return [
    `-- Tests of the default rules, category ${category}`,
    ...attributes.flatMap((attribute, index) => quantityProperty(attribute, index + 1)),
    ...EXAMPLES,
  ].join('\n\n');
}

function quantityProperty(attribute: Attribute, seed: number): string[] {
  const { path, section, level, type } = attribute;
  if (type.kind !== 'quantity' || type.min === undefined || type.max === undefined) return [];
  const [low, high] = [type.min, type.max].map((one) => `qty(${one.includes('.') ? one : `${one}.0`}, ${type.unit})`);
  return [
    `property ${section}_${memberOf(attribute)}_is_kept: cases(${CASES}) seed(${seed}) =>
  forall value: Qty(${type.unit}) .
    fact data("${level}", "${section}") = {"${memberOf(attribute)}": value};
    implies(between(value, ${low}, ${high}), field("${path}") == value);
;`,
  ];
}

const EXAMPLES: readonly string[] = [
  `example shares_of_the_stages: {
  fact footprint("Model", "footprint") = {
    "per_functional_unit": {"unit": "kgCO2e_per_kWh", "value": "80"},
    "raw_material_footprint": {"unit": "kgCO2e_per_kWh", "value": "60"},
    "production_footprint": {"unit": "kgCO2e_per_kWh", "value": "24"},
    "distribution_footprint": {"unit": "kgCO2e_per_kWh", "value": "4"},
    "end_of_life_footprint": {"unit": "kgCO2e_per_kWh", "value": "-8"}
  };
} =>
  expect(footprint.raw_material_share, == qty(75.0, pct));
  expect(footprint.end_of_life_share, == qty(-10.0, pct));
  expect(plausibility.life_cycle_stages, == true);
;`,
  `example voltages_in_order: {
  fact performance("Model", "performance") = {
    "minimum_voltage": {"unit": "V", "value": "288"},
    "nominal_voltage": {"unit": "V", "value": "382"},
    "maximum_voltage": {"unit": "V", "value": "437.5"}
  };
} =>
  expect(plausibility.voltages, == true);
;`,
];
