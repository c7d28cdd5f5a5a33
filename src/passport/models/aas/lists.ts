import { isObject, isQuantity, scalarText } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { number } from '../mapping/codecs.js';
import type { ModelJson } from '../mapping/model-json.js';
import { at, type Part } from '../mapping/part.js';
import { LANGUAGES } from './language-text.js';

/** Documents that a passport links to, by the attribute that has the link. */
const DOCUMENTS = [
  ['labels.declaration_of_conformity', 'EU declaration of conformity', '02-04'],
  ['labels.test_reports', 'Results of test reports', '02-04'],
  ['supply_chain.due_diligence_report', 'Due diligence report', '02-04'],
  ['supply_chain.third_party_assurances', 'Third party assurances', '02-04'],
  ['footprint.study', 'Carbon footprint study', '02-04'],
  ['labels.separate_collection_symbol', 'Separate collection symbol', '02-02'],
  ['labels.cadmium_and_lead_symbols', 'Symbols for cadmium and lead', '02-02'],
  ['labels.carbon_footprint_label', 'Carbon footprint label', '02-02'],
] as const;

/** Handover documentation: each link with its title, and its class by VDI 2770. */
export const links: Part = {
  names: DOCUMENTS.map(([path]) => path),
  write(values) {
    const documents = DOCUMENTS.flatMap(([path, title, classId]): ModelJson[] => {
      const url = values.get(path);
      if (typeof url !== 'string') return [];
      return [
        {
          DocumentIds: [{ DocumentDomainId: 'urn:bpc:passport', DocumentIdentifier: path }],
          DocumentClassifications: [{ ClassId: classId, ClassificationSystem: 'VDI2770 Blatt 1:2020' }],
          DocumentVersions: [{ Title: { [LANGUAGES]: { en: title } }, DigitalFiles: [url] }],
        },
      ];
    });
    return documents.length === 0 ? undefined : { Documents: documents };
  },
  read(given, into) {
    const documents = isObject(given) && Array.isArray(given['Documents']) ? (given['Documents'] as FactJson[]) : [];
    for (const document of documents) {
      const path = firstOf(document, 'DocumentIds', 'DocumentIdentifier');
      const [url] = (firstOf(document, 'DocumentVersions', 'DigitalFiles') ?? []) as FactJson[];
      if (typeof path === 'string' && typeof url === 'string') into.set(path, url);
    }
  },
};

function firstOf(document: FactJson, list: string, member: string): FactJson | undefined {
  const items = isObject(document) ? document[list] : undefined;
  const [first] = Array.isArray(items) ? (items as readonly FactJson[]) : [];
  return isObject(first) ? first[member] : undefined;
}

const PHASES = [
  ['all phases', 'footprint.per_functional_unit'],
  ['raw material acquisition and pre-processing', 'footprint.raw_material_footprint'],
  ['main production', 'footprint.production_footprint'],
  ['distribution', 'footprint.distribution_footprint'],
  ['end of life and recycling', 'footprint.end_of_life_footprint'],
] as const;

const FOOTPRINT = number('kgCO2e_per_kWh');

/** The footprint per kWh, and that of each phase. */
export const footprints: Part = {
  names: [...PHASES.map(([, path]) => path), 'footprint.performance_class', 'footprint.absolute'],
  write(values) {
    const items = PHASES.flatMap(([phase, path]): ModelJson[] => {
      const stored = values.get(path);
      const co2 = stored === undefined || !isQuantity(stored) ? undefined : FOOTPRINT.write(stored, () => undefined);
      if (co2 === undefined) return [];
      const grade = path === 'footprint.per_functional_unit' ? values.get('footprint.performance_class') : undefined;
      return [
        {
          PcfCO2eq: co2,
          ...{
            ReferenceImpactUnitForCalculation: 'kWh',
            QuantityOfMeasureForCalculation: '1',
            LifeCyclePhases: [phase],
          },
          ...(typeof grade === 'string' ? { PerformanceClass: grade } : {}),
        },
      ];
    });
    return items.length === 0 ? undefined : { ProductCarbonFootprints: items };
  },
  read(given, into) {
    const items = isObject(given) ? given['ProductCarbonFootprints'] : undefined;
    for (const item of Array.isArray(items) ? (items as readonly FactJson[]) : []) {
      if (!isObject(item)) continue;
      const [phase] = Array.isArray(item['LifeCyclePhases']) ? (item['LifeCyclePhases'] as readonly FactJson[]) : [];
      const path = PHASES.find(([name]) => name === phase)?.[1];
      const value = FOOTPRINT.read(item['PcfCO2eq'] ?? '', () => undefined);
      if (path !== undefined && value !== undefined) into.set(path, value);
      if (typeof item['PerformanceClass'] === 'string')
        into.set('footprint.performance_class', item['PerformanceClass']);
    }
  },
};

/** The warranty as a duration since the battery was made (`P96M`). Reading gives nothing: the supplement has the exact end. */
export const months: Part = {
  names: ['identification.warranty_until', 'identification.manufacturing_date'],
  write(values) {
    const [from, to] = ['identification.manufacturing_date', 'identification.warranty_until'].map((path) => {
      const [, year, month] = /^(\d{4})-(\d\d)/.exec(scalarText(values.get(path) ?? '')) ?? [];
      return year === undefined ? undefined : Number(year) * 12 + Number(month);
    });
    return from === undefined || to === undefined || to < from ? undefined : `P${to - from}M`;
  },
  read: () => undefined,
};

const TEMPERATURES = [
  ['MeasuredTemp', 'temperature', 'degC'],
  ['TimeExtremeHighTemp', 'time_above_boundary', 'minutes'],
  ['TimeExtremeLowTemp', 'time_below_boundary', 'minutes'],
  ['TimeExtremeHighTempCharging', 'time_charging_above_boundary', 'minutes'],
  ['TimeExtremeLowTempCharging', 'time_charging_below_boundary', 'minutes'],
] as const;

/** Values that share the time of the last update. */
export const temperatures: Part = {
  names: TEMPERATURES.map(([, member]) => `performance.${member}`),
  write(values) {
    const found = TEMPERATURES.flatMap(([name, member, unit]) => {
      const stored = values.get(`performance.${member}`);
      const value = isObject(stored) ? number(unit).write(stored['value'] ?? null, () => undefined) : undefined;
      return value === undefined || !isObject(stored) ? [] : [{ name, value, update: stored['at'] }];
    });
    const updates = found.flatMap(({ update }) => (typeof update === 'string' ? [update] : []));
    const last = updates.toSorted().at(-1);
    if (found.length === 0) return undefined;
    return {
      ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
      ...(last === undefined ? {} : { LastUpdate: last }),
    };
  },
  read(given, into, refuse) {
    const update = isObject(given) ? given['LastUpdate'] : undefined;
    for (const [name, member, unit] of TEMPERATURES) {
      const members = new Map<string, FactJson>();
      const stated = isObject(given) ? given[name] : undefined;
      if (stated !== undefined) at('value', number(unit)).read(stated, members, refuse);
      const value = members.get('value');
      if (value !== undefined)
        into.set(`performance.${member}`, { ...(update === undefined ? {} : { at: update }), value });
    }
  },
};
