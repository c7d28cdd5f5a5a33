import { JsonDecimal } from '../../../platform/index.js';
import { isObject, isQuantity, scalarText } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { flag, number, record, text } from '../mapping/codecs.js';
import { decimalSum } from '../mapping/decimal-sum.js';
import type { ModelJson } from '../mapping/model-json.js';
import { at, type Codec, group, type Part, type Values } from '../mapping/part.js';
import { LESS_EXACT } from '../mapping/read-model.js';
import { contentOf, documentOf, NO_DOCUMENTS } from './documents.js';

const MATERIALS = 'materials.battery_materials';
const SUBSTANCES = 'materials.hazardous_substances';
const METALS = ['cadmium', 'mercury', 'lead'];

/** A metal of the active materials: the sum of its recycled shares, and where it is. */
export function activeMetal(metal: string): Part {
  const shares = [`circularity.pre_consumer_${metal}`, `circularity.post_consumer_${metal}`];
  return {
    names: [...shares, MATERIALS],
    write(values, omit) {
      const numbers = shares.flatMap((path) => {
        const share = values.get(path);
        return share !== undefined && isQuantity(share) ? [share.value] : [];
      });
      const recycled = numbers.length === 2 ? decimalSum(numbers) : undefined;
      const used = materialsOf(values)?.filter(({ name }) =>
        scalarText(name ?? '')
          .toLowerCase()
          .includes(metal),
      );
      if (recycled === undefined) return undefined;
      const places = used?.map(({ component }) => scalarText(component ?? ''));
      if (places === undefined)
        for (const name of ['location', 'critical']) omit({ place: [name], names: [MATERIALS] });
      if (metal === 'lead') for (const name of ['concentration', 'materialUnit']) omit({ place: [name], names: [] });
      return {
        recycled: new JsonDecimal(recycled),
        ...(places === undefined ? {} : { location: [...new Set(places)].join(', ') || 'not contained' }),
        ...(used === undefined ? {} : { critical: used.some(({ critical }) => critical === true) }),
        documentation: [],
        ...(metal === 'lead' ? { impactOfSubstances: [] } : {}),
      };
    },
    read(given, _into, refuse) {
      refuse([], `${LESS_EXACT}one recycled share, where a passport has shares of pre- and post-consumer waste`, given);
    },
  };
}

function materialsOf(values: Values): Readonly<Record<string, FactJson>>[] | undefined {
  const materials = values.get(MATERIALS);
  return Array.isArray(materials) ? (materials as FactJson[]).filter(isObject) : undefined;
}

const IDENTIFICATION: Part = {
  names: ['name', 'cas'],
  write(values) {
    const [name, cas] = ['name', 'cas'].map((one) => values.get(one));
    if (typeof name !== 'string') return undefined;
    return [typeof cas === 'string' ? { id: cas, type: 'CAS', name } : { id: name, type: 'IUPAC', name }];
  },
  read(given, into, refuse) {
    const [first, ...others] = Array.isArray(given) ? (given as readonly FactJson[]) : [given];
    for (const [index, other] of others.entries()) refuse([index + 1], 'a material has one identification', other);
    if (!isObject(first)) return;
    if (typeof first['name'] === 'string') into.set('name', first['name']);
    if (first['type'] === 'CAS' && typeof first['id'] === 'string') into.set('cas', first['id']);
  },
};

const IMPACTS: Codec = {
  write: (stored) =>
    Array.isArray(stored)
      ? (stored as readonly FactJson[]).map((one) =>
          documentOf(scalarText(one), 'text/plain', 'Impact of the substance'),
        )
      : undefined,
  read: (given) =>
    Array.isArray(given) ? (given as readonly FactJson[]).flatMap((one) => contentOf(one) ?? []) : contentOf(given),
};

const NEVER: Part = { names: [], write: () => undefined, read: () => undefined };

const SUBSTANCE = record(
  group({
    materialIdentification: IDENTIFICATION,
    concentration: at('concentration', number('pct')),
    materialUnit: { ...NEVER, write: () => 'unit:percent' },
    impactOfSubstances: at('impact', IMPACTS),
    location: at('component', text),
    critical: NEVER,
    documentation: NO_DOCUMENTS,
  }),
);

/** All hazardous substances of a passport. The places for cadmium, mercury and lead are filled if the list names them. */
export const hazardous: Part = {
  names: [SUBSTANCES],
  write(values, omit) {
    const substances = values.get(SUBSTANCES);
    if (!Array.isArray(substances)) return undefined;
    const written: Record<string, ModelJson> = {};
    const others: ModelJson[] = [];
    for (const substance of substances as readonly FactJson[]) {
      const metal = METALS.find(
        (one) =>
          isObject(substance) &&
          scalarText(substance['name'] ?? '')
            .toLowerCase()
            .includes(one),
      );
      const place = metal === undefined || metal in written ? ['other', others.length] : [metal];
      const item = SUBSTANCE.write(substance, (inner) => omit({ place: [...place, ...inner], names: [SUBSTANCES] }));
      if (item === undefined) continue;
      if (metal === undefined || metal in written) others.push(item);
      else written[metal] = item;
    }
    for (const metal of METALS) if (!(metal in written)) omit({ place: [metal], names: [SUBSTANCES] });
    return { ...written, other: others };
  },
  read(given, into, refuse) {
    if (!isObject(given)) return refuse([], 'an object is expected here', given);
    const found: FactJson[] = [];
    for (const [name, value] of Object.entries(given)) {
      const items = name === 'other' && Array.isArray(value) ? (value as readonly FactJson[]) : [value];
      for (const [index, item] of items.entries()) {
        const place = name === 'other' ? [name, index] : [name];
        const substance = SUBSTANCE.read(item, (inner, reason, one) => refuse([...place, ...inner], reason, one));
        const named = METALS.includes(name) ? { name: name.charAt(0).toUpperCase() + name.slice(1) } : {};
        if (isObject(substance)) found.push({ ...named, ...substance });
      }
    }
    into.set(SUBSTANCES, found);
  },
};

const MATERIAL = record(
  group({
    id: IDENTIFICATION,
    concentration: at('@share', number('pct')),
    unit: { ...NEVER, write: () => 'unit:percent' },
    critical: at('critical', flag),
    documentation: NO_DOCUMENTS,
    location: at('component', text),
    ...{ recycled: NEVER, renewable: NEVER },
  }),
);

/** The materials with their share of the mass of the battery. */
export const composition: Part = {
  names: [MATERIALS, 'identification.mass'],
  write(values, omit) {
    const mass = values.get('identification.mass');
    return materialsOf(values)?.flatMap((material, index) => {
      const share = mass !== undefined && isQuantity(mass) ? shareOf(material['mass'], mass.value) : undefined;
      const item = MATERIAL.write({ ...material, ...(share === undefined ? {} : { '@share': share }) }, (place) =>
        omit({ place: [index, ...place], names: [] }),
      );
      return item === undefined ? [] : [item];
    });
  },
  read(given, into, refuse) {
    const items = Array.isArray(given) ? (given as readonly FactJson[]) : [given];
    const materials = items.flatMap((item, index): FactJson[] => {
      const found = MATERIAL.read(item, (place, reason, value) => refuse([index, ...place], reason, value));
      if (!isObject(found)) return [];
      const { '@share': share, ...material } = found;
      if (share !== undefined)
        refuse([index, 'concentration'], `${LESS_EXACT}a share, where a passport has the mass`, share);
      return [material];
    });
    into.set(MATERIALS, materials);
  },
};

/** The share in percent, rounded to six decimals. */
function shareOf(part: FactJson | undefined, whole: string): FactJson | undefined {
  if (part === undefined || !isQuantity(part) || !(Number(whole) > 0)) return undefined;
  return { unit: 'pct', value: String(Math.round((Number(part.value) / Number(whole)) * 1e8) / 1e6) };
}
