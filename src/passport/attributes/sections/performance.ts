import { type Attribute, choice, list, percent, quantity, record, sectionOf, text, timed } from '../attribute.js';

const row = sectionOf('performance', {
  responsible: 'manufacturer (Art. 10)',
  source: 'data sheet, test laboratory',
});

const VOLTAGE = quantity('V', '0.1', '10000');
const POWER = quantity('W', '0', '1000000000');
const COMPONENT = choice('pack', 'module', 'cell');
const SELF_DISCHARGE = quantity('pct_per_month', '0', '100');
const TEMPERATURE = quantity('degC', '-100', '200');

/** What changes during use comes from the battery management system. */
const MEASURED = {
  access: 'legitimate_interest',
  level: 'Condition',
  source: 'battery management system',
  responsible: 'economic operator, with data of the battery management system (Art. 14)',
} as const;

export const PERFORMANCE: readonly Attribute[] = [
  row(52, '6.7.2.2', {
    ...{ name: 'Rated capacity', member: 'rated_capacity', categories: 'xxxx', type: quantity('Ah', '0.1', '1000000') },
    ...{ legalBasis: 'Annex XIII (1g); Annex IV Part A (1)', explanation: 'Charge of a new, full battery' },
  }),
  row(53, '6.7.2.3', {
    ...{ name: 'Remaining capacity', member: 'remaining_capacity', categories: 'oxox', ...MEASURED },
    ...{ type: timed(quantity('Ah', '0', '1000000')), legalBasis: 'Annex VII Part A (1)' },
    explanation: 'Charge that the full battery has now',
  }),
  row(54, '6.7.2.4', {
    ...{ name: 'Capacity fade', member: 'capacity_fade', categories: 'xxxx', access: 'legitimate_interest' },
    ...{ type: record({ 'at?': text('time'), value: percent }), legalBasis: 'Annex IV Part A (2)' },
    explanation: 'Loss of capacity over time and use, in % of the rated capacity',
  }),
  row(55, '6.7.2.5', {
    ...{ name: 'Certified usable battery energy', member: 'certified_usable_energy', categories: 'o---' },
    ...{ type: quantity('kWh', '0.01', '1000000'), legalBasis: 'n.a.', source: 'type approval (UN GTR 22)' },
    explanation: 'Usable energy that was certified when the vehicle was approved',
  }),
  row(56, '6.7.2.6', {
    ...{ name: 'Remaining usable battery energy', member: 'remaining_usable_energy', categories: 'o---', ...MEASURED },
    ...{ type: timed(quantity('kWh', '0', '1000000')), legalBasis: 'n.a.', explanation: 'Usable energy now' },
  }),
  row(57, '6.7.2.7', {
    ...{
      name: 'State of certified energy (SOCE)',
      member: 'state_of_certified_energy',
      categories: 'x---',
      ...MEASURED,
    },
    ...{ type: timed(quantity('pct', '0', '120')), legalBasis: 'Annex VII Part A' },
    explanation: 'Remaining usable energy in % of the certified energy',
  }),
  row(58, '6.7.2.8', {
    ...{ name: 'State of Charge (SoC)', member: 'state_of_charge', categories: 'xxxx', ...MEASURED },
    ...{
      type: timed(percent),
      legalBasis: 'Annex XIII (4d); Art. 3(1)(27)',
      explanation: 'Charge in % of the capacity',
    },
  }),
  row(59, '6.7.2.9', {
    ...{ name: 'Minimum voltage', member: 'minimum_voltage', categories: 'xxxx', type: VOLTAGE },
    ...{ legalBasis: 'Annex XIII (1h)', explanation: 'Lowest voltage at which the battery may be used' },
  }),
  row(60, '6.7.2.10', {
    ...{ name: 'Maximum voltage', member: 'maximum_voltage', categories: 'xxxx', type: VOLTAGE },
    ...{ legalBasis: 'Annex XIII (1h)', explanation: 'Highest voltage at which the battery may be used' },
  }),
  row(61, '6.7.2.11', {
    ...{ name: 'Nominal voltage', member: 'nominal_voltage', categories: 'xxxx', type: VOLTAGE },
    ...{ legalBasis: 'Annex XIII (1h)', explanation: 'Voltage by which the battery is identified' },
  }),
  row(62, '6.7.3.2', {
    ...{ name: 'Original power capability', member: 'original_power_capability', categories: 'xxxx' },
    ...{
      type: list(record({ at_soc: percent, power: POWER })),
      legalBasis: 'Annex XIII (1i); Art. 10; Annex IV Part B (4)',
    },
    explanation: 'Power of a new battery, at 80 % and 20 % state of charge',
  }),
  row(63, '6.7.3.3', {
    ...{ name: 'Remaining power capability', member: 'remaining_power_capability', categories: 'oxox', ...MEASURED },
    type: record({ at: text('time'), 'at_soc?': percent, value: POWER, 'measured_at?': text('time') }),
    ...{ legalBasis: 'Art. 10; Annex IV (3); Annex VII Part A', explanation: 'Power that the battery has now' },
  }),
  row(64, '6.7.3.4', {
    ...{ name: 'Power fade', member: 'power_fade', categories: 'xxxx', type: percent, access: 'legitimate_interest' },
    ...{
      legalBasis: 'Annex IV Part A (4)',
      explanation: 'Loss of power over time and use, in % of the original power',
    },
  }),
  row(65, '6.7.3.5', {
    ...{ name: 'Maximum permitted battery power', member: 'maximum_permitted_power', categories: 'xxxx', type: POWER },
    ...{ legalBasis: 'Annex XIII (1i)', explanation: 'The limit of power' },
  }),
  row(66, '6.7.3.6', {
    ...{ name: 'Ratio between nominal battery power and battery energy', member: 'power_to_energy_ratio' },
    ...{ categories: 'oooo', type: quantity('W_per_Wh', '0', '1000'), legalBasis: 'Annex IV Part B (2)' },
    explanation: 'Nominal power divided by energy',
  }),
  row(67, '6.7.4.2', {
    ...{ name: 'Initial round trip energy efficiency', member: 'round_trip_efficiency', categories: 'xxxx' },
    ...{ type: percent, legalBasis: 'Annex XIII (1n); Art. 10; Annex IV (6)' },
    explanation: 'Energy out divided by energy in, of a new battery',
  }),
  row(68, '6.7.4.3', {
    ...{ name: 'Round trip energy efficiency at 50% of cycle life', member: 'round_trip_efficiency_at_half_life' },
    ...{ categories: 'xxxx', type: percent, legalBasis: 'Annex XIII (1n); Annex IV (6)' },
    explanation: 'The efficiency after half of the expected cycles',
  }),
  row(69, '6.7.4.4', {
    ...{ name: 'Remaining round trip energy efficiency', member: 'remaining_round_trip_efficiency', ...MEASURED },
    ...{
      categories: '-x-x',
      type: timed(percent),
      legalBasis: 'Art. 10; Annex IV Part A (4); Art. 14; Annex VII Part A',
    },
    explanation: 'The efficiency now',
  }),
  row(70, '6.7.4.5', {
    ...{ name: 'Energy round trip efficiency fade', member: 'round_trip_efficiency_fade', categories: 'xxxx' },
    ...{ type: percent, legalBasis: 'Annex IV Part A (4)', access: 'legitimate_interest' },
    explanation: 'Loss of efficiency over time and use',
  }),
  row(71, '6.7.4.6', {
    ...{ name: 'Initial self-discharge rate', member: 'initial_self_discharge', categories: '-o-o' },
    ...{ type: SELF_DISCHARGE, legalBasis: 'n.a.', access: 'legitimate_interest' },
    explanation: 'Loss of charge at rest, of a new battery',
  }),
  row(72, '6.7.4.7', {
    ...{ name: 'Current self-discharge rate', member: 'current_self_discharge', categories: '-o-o', ...MEASURED },
    ...{ type: timed(SELF_DISCHARGE), legalBasis: 'n.a.', explanation: 'Loss of charge at rest, now' },
  }),
  row(73, '6.7.4.8', {
    ...{
      name: 'Evolution of self-discharge rates',
      member: 'self_discharge_evolution',
      categories: '---x',
      ...MEASURED,
    },
    ...{ type: timed(quantity('pct', '-100', '10000')), legalBasis: 'Art. 14; Annex VII Part A (4)' },
    explanation: 'Change of the self-discharge rate since the battery was new',
  }),
  row(74, '6.7.5.2', {
    name: 'Initial internal resistance of battery cell and pack (module recommended)',
    ...{ member: 'internal_resistance', categories: 'xxxx' },
    type: list(record({ component: COMPONENT, resistance: quantity('Ohm', '0', '1000') })),
    ...{
      legalBasis: 'Annex XIII (1o); Art. 10; Annex IV Part A (3)',
      explanation: 'Resistance of cell, module and pack',
    },
  }),
  row(75, '6.7.5.3', {
    name: 'Internal resistance increase of pack (cell and module recommended)',
    ...{ member: 'internal_resistance_increase', categories: 'xxxx', access: 'legitimate_interest' },
    type: list(record({ component: COMPONENT, increase: quantity('pct', '-100', '10000'), 'at?': text('time') })),
    ...{ legalBasis: 'Annex IV Part A (3)', explanation: 'Increase over time and use, in % of the initial resistance' },
  }),
  row(76, '6.7.6.2', {
    ...{ name: 'Expected lifetime in calendar years', member: 'expected_lifetime', categories: 'xxxx' },
    ...{ type: quantity('years', '0', '100'), access: 'legitimate_interest' },
    ...{
      legalBasis: 'Annex IV Part A (5); Annex XIII (1); Annex XIII (4a)',
      explanation: 'Years under reference conditions',
    },
  }),
  row(77, '6.7.6.3', {
    ...{ name: 'Expected lifetime: Number of charge-discharge cycles', member: 'expected_cycles', categories: 'xxxx' },
    ...{ type: quantity('each', '1', '10000000'), legalBasis: 'Annex XIII (1j)' },
    explanation: 'Cycles under the conditions of the reference test',
  }),
  row(78, '6.7.6.4', {
    ...{
      name: 'Number of full charging and discharging cycles',
      member: 'full_cycles',
      categories: 'xxxx',
      ...MEASURED,
    },
    ...{ type: timed(quantity('each', '0', '10000000')), legalBasis: 'Annex XIII (4d); Art. 14; Annex VII Part B (5)' },
    explanation: 'Full equivalent cycles so far',
  }),
  row(79, '6.7.6.5', {
    ...{ name: 'Cycle-life reference test', member: 'cycle_life_test', categories: 'xxxx', type: text() },
    ...{ legalBasis: 'Annex XIII (1j)', explanation: 'The standard or a link to the test, such as IEC 62660-1:2018' },
  }),
  row(80, '6.7.6.6', {
    ...{ name: 'C-rate of relevant cycle-life test', member: 'cycle_life_c_rate', categories: 'xxxx' },
    ...{
      type: quantity('A_per_Ah', '0.001', '100'),
      legalBasis: 'Annex XIII (1p)',
      explanation: 'Current divided by capacity',
    },
  }),
  row(81, '6.7.6.7', {
    ...{ name: 'Energy throughput', member: 'energy_throughput', categories: '-x-x', ...MEASURED },
    ...{
      type: timed(quantity('kWh', '0')),
      legalBasis: 'Annex VII Part B (2)',
      explanation: 'Energy that has passed so far',
    },
  }),
  row(82, '6.7.6.8', {
    ...{ name: 'Capacity throughput', member: 'capacity_throughput', categories: '-x-x', ...MEASURED },
    ...{
      type: timed(quantity('Ah', '0')),
      legalBasis: 'Annex VII Part B (3)',
      explanation: 'Charge that has passed so far',
    },
  }),
  row(83, '6.7.6.9', {
    ...{ name: 'Capacity threshold for exhaustion', member: 'exhaustion_threshold', categories: 'x---', type: percent },
    ...{
      legalBasis: 'Annex XIII (1k)',
      explanation: 'Capacity in % of the rated one at which the battery is exhausted',
    },
  }),
  row(84, '6.7.7.2', {
    ...{ name: 'Temperature information', member: 'temperature', categories: 'xxxx', ...MEASURED },
    ...{ type: timed(TEMPERATURE), legalBasis: 'Annex XIII (4d)', explanation: 'Temperature of the battery in use' },
  }),
  row(85, '6.7.7.3', {
    ...{ name: 'Temperature range idle state, lower boundary', member: 'idle_temperature_minimum', categories: 'xxxx' },
    ...{ type: TEMPERATURE, legalBasis: 'Annex XIII (1l)', explanation: 'Lowest temperature of storage' },
  }),
  row(86, '6.7.7.4', {
    ...{ name: 'Temperature range idle state, upper boundary', member: 'idle_temperature_maximum', categories: 'xxxx' },
    ...{ type: TEMPERATURE, legalBasis: 'Annex XIII (1l)', explanation: 'Highest temperature of storage' },
  }),
  ...(
    [
      ['Time spent in extreme temperatures above boundary', 'time_above_boundary'],
      ['Time spent in extreme temperatures below boundary', 'time_below_boundary'],
      ['Time spent charging during extreme temperatures above boundary', 'time_charging_above_boundary'],
      ['Time spent charging during extreme temperatures below boundary', 'time_charging_below_boundary'],
    ] as const
  ).map(([name, member], index) =>
    row(87 + index, `6.7.7.${5 + index}`, {
      ...{ name, member, categories: '-xxx', ...MEASURED, type: timed(quantity('minutes', '0')) },
      ...{ legalBasis: 'Annex VII Part B (4)', explanation: 'Minutes so far' },
    }),
  ),
  row(91, '6.7.8.2', {
    ...{ name: 'Number of deep discharge events', member: 'deep_discharges', categories: 'oxox', ...MEASURED },
    ...{ type: timed(quantity('each', '0')), legalBasis: 'Annex VII Part B (4)', explanation: 'Events so far' },
  }),
  row(92, '6.7.8.3', {
    ...{ name: 'Number of overcharge events', member: 'overcharges', categories: 'oooo', ...MEASURED },
    ...{ type: timed(quantity('each', '0')), legalBasis: 'n.a.', explanation: 'Events so far' },
  }),
  row(93, '6.7.8.4', {
    ...{ name: 'Information on accidents', member: 'accidents', categories: 'xxxx', ...MEASURED },
    ...{ type: list(record({ at: text('time'), description: text() })), legalBasis: 'Annex XIII (4d)' },
    ...{
      source: 'records of accidents',
      explanation: 'Accidents and other negative events; an empty list if there was none',
    },
  }),
];

/** What public data models ask for in addition. */
export const PERFORMANCE_SUPPLEMENTS: readonly Attribute[] = [
  row(null, '', {
    ...{ name: 'Rated energy', member: 'rated_energy', categories: 'oooo', type: quantity('kWh', '0.001', '1000000') },
    ...{
      legalBasis: 'Art. 77(1)',
      explanation: 'Energy of a new battery. Industrial batteries above 2 kWh need a passport',
    },
  }),
  row(null, '', {
    ...{ name: 'C-rate', member: 'c_rate', categories: 'oooo', type: quantity('A_per_Ah', '0', '100') },
    ...{ legalBasis: 'n.a.', explanation: 'Rated current divided by capacity' },
  }),
];
