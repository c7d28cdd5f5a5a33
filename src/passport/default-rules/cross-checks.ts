import type { Category } from '../attributes/attribute.js';

/** A condition that several attributes must meet together. */
export interface CrossCheck {
  /** Its field is `plausibility.<name>`. */
  readonly name: string;
  /** The attributes that the condition names in braces. If one of them is missing, there is nothing to check. */
  readonly condition: string;
  readonly message: string;
}

const METALS = ['nickel', 'cobalt', 'lithium', 'lead'] as const;
const STAGES = ['raw_material', 'production', 'distribution', 'end_of_life'] as const;

/** Abbreviations, and parts of the names of materials that a battery of this chemistry contains. */
const CHEMISTRIES = [
  ['NMC', 'nickel', 'manganese', 'cobalt'],
  ['NCA', 'nickel', 'cobalt', 'alumin'],
  ['LCO', 'cobalt', 'lithium'],
  ['LMO', 'manganese', 'lithium'],
  ['LFP', 'lithium', 'iron'],
  ['LTO', 'lithium', 'titan'],
  ['NiMH', 'nickel'],
  ['NiCd', 'nickel', 'cadmium'],
  ['Lead-acid', 'lead'],
] as const;

function isListed(element: string): string {
  const names = 'pluck({materials.battery_materials}, "name")';
  return `fold(${names}, false, \\found name -> found || contains(name, "${element}"))`;
}

export const CROSS_CHECKS: readonly CrossCheck[] = [
  {
    name: 'life_cycle_stages',
    // Rounded numbers may differ by one percent.
    condition:
      `between(${STAGES.map((stage) => `{footprint.${stage}_footprint}`).join(' + ')}, ` +
      '{footprint.per_functional_unit} * 0.99, {footprint.per_functional_unit} * 1.01)',
    message: 'the footprints of the four life-cycle stages must add up to the footprint per functional unit',
  },
  ...METALS.map((metal) => ({
    name: `recycled_${metal}`,
    condition: `{circularity.pre_consumer_${metal}} + {circularity.post_consumer_${metal}} <= qty(100.0, pct)`,
    message: `the recycled shares of ${metal} must not exceed 100 % together`,
  })),
  {
    name: 'voltages',
    condition:
      '{performance.minimum_voltage} <= {performance.nominal_voltage} && {performance.nominal_voltage} <= {performance.maximum_voltage}',
    message: 'the nominal voltage must lie between the minimum and the maximum voltage',
  },
  {
    name: 'idle_temperatures',
    condition: '{performance.idle_temperature_minimum} < {performance.idle_temperature_maximum}',
    message: 'the lower boundary of the idle temperature must be below the upper one',
  },
  {
    name: 'efficiency_over_life',
    condition: '{performance.round_trip_efficiency_at_half_life} <= {performance.round_trip_efficiency}',
    message: 'the round trip efficiency at half of the life must not exceed the initial one',
  },
  {
    name: 'rated_energy',
    // Voltage falls while a battery is discharged, so the product is an estimate.
    condition:
      'between(({performance.rated_capacity} / qty(1.0, Ah)) * ({performance.nominal_voltage} / qty(1.0, V)) / 1000, ' +
      '({performance.rated_energy} / qty(1.0, kWh)) * 0.75, ({performance.rated_energy} / qty(1.0, kWh)) * 1.25)',
    message: 'the rated energy must be about the rated capacity times the nominal voltage',
  },
  {
    name: 'remaining_capacity',
    condition: '{performance.remaining_capacity.value} <= {performance.rated_capacity} * 1.1',
    message: 'the remaining capacity must not exceed the rated capacity by more than 10 %',
  },
  {
    name: 'remaining_energy',
    condition: '{performance.remaining_usable_energy.value} <= {performance.certified_usable_energy} * 1.1',
    message: 'the remaining usable energy must not exceed the certified energy by more than 10 %',
  },
  {
    name: 'warranty',
    condition: '{identification.warranty_until} >= {identification.manufacturing_date}',
    message: 'the warranty must end after the battery was made',
  },
  {
    name: 'put_into_service',
    // The month of a day is not after it.
    condition:
      '{identification.put_into_service} >= {identification.manufacturing_date} || ' +
      'contains({identification.manufacturing_date}, {identification.put_into_service})',
    message: 'the battery must not be put into service before it was made',
  },
  {
    name: 'mass_of_materials',
    condition: 'sumQty("kg", pluck({materials.battery_materials}, "mass")) <= {identification.mass}',
    message: 'the materials must not weigh more than the battery',
  },
  {
    name: 'chemistry',
    condition: CHEMISTRIES.reduceRight(
      (otherwise, [abbreviation, ...elements]) =>
        `if (contains({materials.chemistry.short_name}, "${abbreviation}")) then ${elements.map(isListed).join(' && ')} else ${otherwise}`,
      'true',
    ),
    message: `the list of materials must contain the elements of the chemistry (${CHEMISTRIES.map((one) => `${one[0]}: ${one.slice(1).join(', ')}`).join('; ')})`,
  },
];

/** The day from which batteries need a passport (Art. 77(1)). */
export const OBLIGATION_DATE = '2027-02-18';

/** Whether the law demands a passport for this battery: by the day of service or manufacture, and by the energy of industrial ones. */
export function obligationRule(category: Category, hasServiceDate: boolean): string {
  const date = hasServiceDate ? '@identification.put_into_service' : '@identification.manufacturing_date';
  const isLarge =
    category === 'industrial' || category === 'stationary'
      ? ' && unwrapOr(@performance.rated_energy, qty(2.1, kWh)) > qty(2.0, kWh)'
      : '';
  return `-- Batteries that are placed on the market or put into service from ${OBLIGATION_DATE} need a passport (Art. 77(1)).
field obligation.passport_required: Bool =
  let placed = ${date};
  let required = (placed >= "${OBLIGATION_DATE}" || placed == "${OBLIGATION_DATE.slice(0, 7)}")${isLarge};
  let noted = emitCompliance("Art. 77(1)", if (required) then "REQUIRED" else "NOT_REQUIRED", "obligation from ${OBLIGATION_DATE}");
  required;
`;
}
