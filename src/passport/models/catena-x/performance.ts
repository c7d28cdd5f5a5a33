import { isObject } from '../../attributes/stored-value.js';
import type { Unit } from '../../rules/types/units.js';
import type { FactJson } from '../../rules/values/value.js';
import { number, record, text } from '../mapping/codecs.js';
import type { ModelJson } from '../mapping/model-json.js';
import { at, group, NOTHING, type Part } from '../mapping/part.js';
import { linked } from './documents.js';
import { negativeEvents } from './lists.js';

const value = (member: string, unit: Unit): Part => at(`performance.${member}`, number(unit));

/** A value and its time. `withTime` is false of values that a passport has without one. */
function timed(member: string, unit: Unit, withTime = true): Part {
  const path = `performance.${member}`;
  if (withTime) return at(path, record(group({ value: at('value', number(unit)), time: at('at', text) })));
  return group({ value: at(path, number(unit)), time: NOTHING });
}

/** Entries of a list of records, each at its own member: the resistance of the pack at `pack`. */
function byKey(path: string, keys: Readonly<Record<string, string>>, key: string, toPart: Part): Part {
  const codec = record(toPart);
  const names = Object.keys(keys);
  return {
    names: [path],
    write(values, omit) {
      const items = values.get(path);
      if (!Array.isArray(items)) return undefined;
      const omissions: (readonly (string | number)[])[] = [];
      const entries = names.flatMap((name): [string, ModelJson][] => {
        const item = (items as readonly FactJson[]).find((one) => isObject(one) && keyText(one[key]) === keys[name]);
        const inner: (readonly (string | number)[])[] = [];
        const written = item === undefined ? undefined : codec.write(item, (place) => inner.push(place));
        if (written === undefined) {
          if (name !== 'module') omissions.push([name]);
          return [];
        }
        omissions.push(...inner.map((place) => [name, ...place]));
        return [[name, unwrapped(written)]];
      });
      if (entries.length === 0) return undefined;
      for (const place of omissions) omit({ place, names: [path] });
      return Object.fromEntries(entries);
    },
    read(given, into, refuse) {
      if (!isObject(given)) return refuse([], 'an object is expected here', given);
      const items: FactJson[] = [];
      for (const [name, member] of Object.entries(given)) {
        const own = keys[name];
        if (own === undefined) refuse([name], 'a passport has no place for this', member);
        else {
          const found = codec.read(isObject(member) ? member : { value: member }, (place, reason, one) =>
            refuse([name, ...place], reason, one),
          );
          if (isObject(found)) items.push({ [key]: key === 'at_soc' ? { unit: 'pct', value: own } : own, ...found });
        }
      }
      if (items.length > 0) into.set(path, items);
    },
  };
}

function keyText(stored: FactJson | undefined): string | undefined {
  if (typeof stored === 'string') return stored;
  return isObject(stored) && typeof stored['value'] === 'string' ? stored['value'] : undefined;
}

/** A record with nothing but a value is the value. */
function unwrapped(written: ModelJson): ModelJson {
  const members = written as Readonly<Record<string, ModelJson>>;
  const { value: only, ...others } = members;
  return only !== undefined && Object.keys(others).length === 0 ? only : written;
}

const COMPONENTS = { cell: 'cell', module: 'module', pack: 'pack' };

/** The power of a new battery at two states of charge, and its limit. */
const power: Part = {
  names: ['performance.maximum_permitted_power', 'performance.original_power_capability'],
  write(values, omit) {
    const limits = LIMIT.write(values, omit) as Record<string, ModelJson> | undefined;
    const states = STATES.write(values, omit) as Record<string, ModelJson> | undefined;
    if (limits === undefined && states === undefined) return undefined;
    if (limits === undefined) omit({ place: ['value'], names: LIMIT.names });
    if (states === undefined) for (const name of ['at20SoC', 'at80SoC']) omit({ place: [name], names: STATES.names });
    return { ...limits, ...states };
  },
  read(given, into, refuse) {
    if (!isObject(given)) return refuse([], 'an object is expected here', given);
    const { value: limit, temperature, ...states } = given;
    if (temperature !== undefined && temperature !== null)
      refuse(['temperature'], 'a passport has no place for this', temperature);
    if (limit !== undefined && limit !== null) LIMIT.read({ value: limit }, into, refuse);
    STATES.read(states, into, refuse);
  },
};

const LIMIT = group({ value: value('maximum_permitted_power', 'W') });
const STATES = byKey(
  'performance.original_power_capability',
  { at80SoC: '80', at20SoC: '20' },
  'at_soc',
  group({ value: at('power', number('W')) }),
);

const resistanceOf = (path: string, toPart: Part): Part => byKey(path, COMPONENTS, 'component', toPart);

const RATED = group({
  voltage: group({
    ...{ min: value('minimum_voltage', 'V'), max: value('maximum_voltage', 'V') },
    ...{ nominal: value('nominal_voltage', 'V'), 'temperature?': NOTHING },
  }),
  roundTripEfficiency: group({
    depthOfDischarge: NOTHING,
    initial: value('round_trip_efficiency', 'pct'),
    '50PercentLife': value('round_trip_efficiency_at_half_life', 'pct'),
    'temperature?': NOTHING,
  }),
  'energy?': group({ value: value('rated_energy', 'kWh'), 'temperature?': NOTHING }),
  resistance: resistanceOf('performance.internal_resistance', group({ value: at('resistance', number('Ohm')) })),
  power,
  capacity: group({
    value: value('rated_capacity', 'Ah'),
    thresholdExhaustion: value('exhaustion_threshold', 'pct'),
    'temperature?': NOTHING,
  }),
  'performanceDocument?': NOTHING,
  temperature: group({
    lower: value('idle_temperature_minimum', 'degC'),
    upper: value('idle_temperature_maximum', 'degC'),
  }),
  selfDischargingRate: value('initial_self_discharge', 'pct_per_month'),
  'testReport?': NOTHING,
  lifetime: group({
    expectedYears: value('expected_lifetime', 'years'),
    report: linked('performance.cycle_life_test', 'Cycle-life reference test'),
    cycleLifeTesting: group({
      temperature: NOTHING,
      cycles: value('expected_cycles', 'each'),
      depthOfDischarge: NOTHING,
      appliedChargeRate: value('cycle_life_c_rate', 'A_per_Ah'),
      appliedDischargeRate: dischargeRate(),
    }),
  }),
});

/** A passport has one rate for both directions. Reading keeps the rate of charging. */
function dischargeRate(): Part {
  const rate = value('cycle_life_c_rate', 'A_per_Ah');
  return {
    ...rate,
    read(given, into, refuse) {
      const found = new Map<string, FactJson>();
      rate.read(given, found, refuse);
      const [path] = rate.names as [string];
      const [charging, discharging] = [into.get(path), found.get(path)];
      if (charging === undefined && discharging !== undefined) into.set(path, discharging);
      else if (JSON.stringify(charging) !== JSON.stringify(discharging)) {
        refuse([], 'a passport has one rate for charging and discharging', given);
      }
    },
  };
}

const DYNAMIC = group({
  stateOfCharge: timed('state_of_charge', 'pct'),
  fullCycles: timed('full_cycles', 'each'),
  'performanceDocument?': NOTHING,
  selfDischargingRate: at('performance.current_self_discharge', {
    write: (stored) =>
      isObject(stored) ? number('pct_per_month').write(stored['value'] ?? null, () => undefined) : undefined,
    read(given, refuse) {
      const found = number('pct_per_month').read(given, refuse);
      return found === undefined ? undefined : { value: found };
    },
  }),
  power: group({ fade: timed('power_fade', 'pct', false), remaining: timed('remaining_power_capability', 'W') }),
  capacity: group({
    fade: timed('capacity_fade', 'pct'),
    throughput: timed('capacity_throughput', 'Ah'),
    capacity: timed('remaining_capacity', 'Ah'),
  }),
  roundTripEfficiency: group({
    fade: timed('round_trip_efficiency_fade', 'pct', false),
    remaining: timed('remaining_round_trip_efficiency', 'pct'),
  }),
  resistance: group({
    increase: resistanceOf(
      'performance.internal_resistance_increase',
      group({ value: at('increase', number('pct')), time: at('at', text) }),
    ),
    remaining: NOTHING,
  }),
  energy: group({
    soce: timed('state_of_certified_energy', 'pct'),
    remaining: timed('remaining_usable_energy', 'kWh'),
    'throughput?': timed('energy_throughput', 'kWh'),
  }),
  'negativeEvents?': negativeEvents,
  'operatingEnvironment?': NOTHING,
});

export const performance: Part = group({ rated: RATED, dynamic: DYNAMIC });
