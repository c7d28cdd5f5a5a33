import { isObject } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { number, text } from '../mapping/codecs.js';
import type { ModelJson } from '../mapping/model-json.js';
import { at, type Codec, group, type Part, type Refuse } from '../mapping/part.js';

const IGNORED: Part = { names: [], write: () => undefined, read: () => undefined };

const METALS = ['Cobalt', 'Nickel', 'Lithium', 'Lead'] as const;

/** One entry for each metal; a passport has two attributes for each. */
export const recycledContent: Part = keyedList(
  'recycledMaterial',
  METALS.map((metal) => [metal, metal.toLowerCase()]),
  (metal) => ({
    preConsumerShare: at(`circularity.pre_consumer_${metal}`, number('pct')),
    postConsumerShare: at(`circularity.post_consumer_${metal}`, number('pct')),
  }),
);

/** One entry for each stage; a passport has an attribute for each. */
export const lifeCycleStages: Part = keyedList(
  'lifecycleStage',
  [
    ...([
      ['RawMaterialExtraction', 'raw_material'],
      ['MainProduction', 'production'],
    ] as const),
    ...([
      ['Distribution', 'distribution'],
      ['Recycling', 'end_of_life'],
    ] as const),
  ],
  (stage) => ({ carbonFootprint: at(`footprint.${stage}_footprint`, number('kgCO2e_per_kWh')) }),
);

/** A list of objects, each with a key that says which attributes it holds. An attribute can be stated once. */
function keyedList(
  key: string,
  keys: readonly (readonly [string, string])[],
  membersOf: (own: string) => Readonly<Record<string, Part>>,
): Part {
  const items = keys.map(([name, own]) => ({ name, part: group({ ...membersOf(own), [`${key}?`]: IGNORED }) }));
  return {
    names: items.flatMap(({ part }) => part.names),
    write(values, omit) {
      const written: ModelJson[] = [];
      for (const { name, part } of items) {
        const item = part.write(values, ({ place, names }) => omit({ place: [written.length, ...place], names }));
        if (item !== undefined) written.push({ [key]: name, ...(item as Record<string, ModelJson>) });
      }
      return written.length === 0 ? undefined : written;
    },
    read(given, into, refuse) {
      if (!Array.isArray(given)) return refuse([], 'a list is expected here', given);
      const seen = new Set<string>();
      for (const [index, item] of (given as readonly FactJson[]).entries()) {
        const stated = isObject(item) ? item[key] : undefined;
        const known = items.find(
          ({ name }) => typeof stated === 'string' && stated.toLowerCase() === name.toLowerCase(),
        );
        const reason =
          known === undefined ? `${key} must be one of ${keys.map(([name]) => name).join(', ')}` : 'it is stated twice';
        if (known === undefined || seen.has(known.name)) {
          refuse([index], reason, item);
          continue;
        }
        seen.add(known.name);
        known.part.read(item, into, (place, why, value) => refuse([index, ...place], why, value));
      }
    },
  };
}

const TIMES = [
  ['timeExtremeHighTemp', 'time_above_boundary'],
  ['timeExtremeLowTemp', 'time_below_boundary'],
  ['timeExtremeHighTempCharging', 'time_charging_above_boundary'],
  ['timeExtremeLowTempCharging', 'time_charging_below_boundary'],
] as const;

const MINUTES = number('minutes');

/** Four times that share the time of their last update. If they differ in a passport, the newest one is written. */
export const temperatureTimes: Part = {
  names: TIMES.map(([, member]) => `performance.${member}`),
  write(values, omit) {
    const found = TIMES.map(([name, member]) => {
      const value = values.get(`performance.${member}`);
      return { name, path: `performance.${member}`, stored: isObject(value) ? value : undefined };
    });
    if (found.every(({ stored }) => stored === undefined)) return undefined;
    const updates = found.flatMap(({ stored }) => (typeof stored?.['at'] === 'string' ? [stored['at']] : []));
    const members = found.flatMap(({ name, path, stored }): [string, ModelJson][] => {
      const written = stored === undefined ? undefined : MINUTES.write(stored['value'] ?? null, () => undefined);
      if (written === undefined) omit({ place: [name], names: [path] });
      return written === undefined ? [] : [[name, written]];
    });
    const last = updates.toSorted().at(-1);
    if (last === undefined) omit({ place: ['lastUpdate'], names: found.map(({ path }) => path) });
    return { ...Object.fromEntries(members), ...(last === undefined ? {} : { lastUpdate: last }) };
  },
  read(given, into, refuse) {
    const members = new Map<string, FactJson>();
    TIME_PARTS.read(given, members, refuse);
    const update = members.get('at');
    for (const [, member] of TIMES) {
      const value = members.get(member);
      if (value !== undefined)
        into.set(`performance.${member}`, { ...(update === undefined ? {} : { at: update }), value });
    }
    if (update !== undefined && members.size === 1) reportAlone(refuse, update);
  },
};

function reportAlone(refuse: Refuse, update: FactJson): void {
  refuse(['lastUpdate'], 'there is no value to which this time belongs', update);
}

const TIME_PARTS = group({
  ...Object.fromEntries(TIMES.map(([name, member]): [string, Part] => [name, at(member, MINUTES satisfies Codec)])),
  lastUpdate: at('at', text),
});
