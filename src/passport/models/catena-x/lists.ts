import { isObject, isQuantity, scalarText } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { number, text } from '../mapping/codecs.js';
import type { ModelJson } from '../mapping/model-json.js';
import type { Part } from '../mapping/part.js';
import { contentOf, documentOf } from './documents.js';

const TOTAL = 'total';
const UNIT = 'kg CO2e/kWh';
const FOOTPRINT = number('kgCO2e_per_kWh');

/** The footprint of the battery and of its life-cycle stages, by the words of the data model. */
const LIFE_CYCLE = [
  [TOTAL, 'footprint.per_functional_unit'],
  ['raw material acquisition and pre-processing', 'footprint.raw_material_footprint'],
  ['main product production', 'footprint.production_footprint'],
  ['distribution', 'footprint.distribution_footprint'],
  ['end of life and recycling', 'footprint.end_of_life_footprint'],
] as const;

export const footprints: Part = {
  names: [...LIFE_CYCLE.map(([, path]) => path), 'footprint.performance_class', 'footprint.study'],
  write(values) {
    const study = text.write(values.get('footprint.study') ?? null, () => undefined);
    const grade = text.write(values.get('footprint.performance_class') ?? null, () => undefined);
    const declaration = typeof study === 'string' ? [documentOf(study, 'URL', 'Carbon footprint study')] : [];
    const entries = LIFE_CYCLE.flatMap(([lifecycle, path]): ModelJson[] => {
      const stored = values.get(path);
      // The data model has no negative footprints; a credit of recycling is in the supplement.
      if (stored === undefined || !isQuantity(stored) || stored.value.startsWith('-')) return [];
      const value = FOOTPRINT.write(stored, () => undefined) as ModelJson;
      return [
        {
          ...{ value, unit: UNIT, type: 'Climate Change Total', lifecycle, rulebook: [], manufacturingPlant: [] },
          ...(grade === undefined || lifecycle !== TOTAL ? {} : { performanceClass: grade }),
          declaration,
        },
      ];
    });
    return entries.length === 0 ? undefined : entries;
  },
  read(given, into, refuse) {
    const stated = new Set<string>();
    for (const [index, entry] of (Array.isArray(given) ? (given as readonly FactJson[]) : [given]).entries()) {
      const problem = readFootprint(entry, into, stated);
      if (problem !== undefined) refuse([index], problem, entry);
    }
  },
};

function readFootprint(entry: FactJson, into: Map<string, FactJson>, stated: Set<string>): string | undefined {
  if (!isObject(entry)) return 'an object is expected here';
  const stage = scalarText(entry['lifecycle'] ?? TOTAL).toLowerCase();
  // Words such as "A1" or "production" are those of other methods.
  const known = LIFE_CYCLE.find(
    ([words]) => stage === words || (words !== TOTAL && stage.includes(words.split(' ')[0] ?? '')),
  );
  const type = entry['type'] ?? 'Climate Change Total';
  if (type !== 'Climate Change Total') return 'a passport has the total climate change only';
  if (known === undefined) return `a passport has no footprint of the stage '${stage}'`;
  if (stated.has(known[1])) return 'this stage is stated twice';
  if (!/kg\s*CO2\s*e?q?\s*(?:\/|per)\s*kWh/i.test(scalarText(entry['unit'] ?? ''))) {
    return `a passport has the footprint in ${UNIT}`;
  }
  stated.add(known[1]);
  const value = FOOTPRINT.read(entry['value'] ?? '', () => undefined);
  if (value !== undefined) into.set(known[1], value);
  if (entry['performanceClass'] !== undefined) into.set('footprint.performance_class', entry['performanceClass']);
  const [declaration] = Array.isArray(entry['declaration']) ? (entry['declaration'] as readonly FactJson[]) : [];
  const study = declaration === undefined ? undefined : contentOf(declaration);
  if (study !== undefined) into.set('footprint.study', study);
  return undefined;
}

const SUBJECTS = ['SeparateCollection', 'HazardousMaterial', 'CarbonFootPrint', 'ExtinguishingAgent'];

/** The meaning of each label in each language. */
export const meanings: Part = {
  names: ['labels.meanings'],
  write(values) {
    const labels = values.get('labels.meanings');
    if (!Array.isArray(labels)) return undefined;
    return (labels as readonly FactJson[]).flatMap((label) => {
      if (!isObject(label) || !isObject(label['meaning'])) return [];
      return Object.entries(label['meaning']).map(([language, meaning]) =>
        documentOf(scalarText(meaning), 'text/plain', `${scalarText(label['subject'] ?? '')} (${language})`),
      );
    });
  },
  read(given, into, refuse) {
    const found = new Map<string, Record<string, FactJson>>();
    for (const [index, document] of (Array.isArray(given) ? (given as readonly FactJson[]) : [given]).entries()) {
      const header = isObject(document) ? scalarText(document['header'] ?? '') : '';
      const [, subject = '', language = ''] = /^(\w+) \((\w+)\)$/.exec(header) ?? [];
      const content = contentOf(document);
      if (content === undefined || !SUBJECTS.includes(subject)) {
        refuse([index], 'a passport has the meaning of each label as texts by language, not as a document', document);
        continue;
      }
      found.set(subject, { ...found.get(subject), [language]: content });
    }
    if (found.size === 0) return;
    into.set(
      'labels.meanings',
      [...found].map(([subject, meaning]) => ({ subject, meaning })),
    );
  },
};

const DISMANTLING = 'circularity.dismantling';

/** Manuals and drawings. The header is their kind. */
export const dismantling: Part = {
  names: [DISMANTLING],
  write(values) {
    const documents = values.get(DISMANTLING);
    if (!Array.isArray(documents)) return undefined;
    return (documents as readonly FactJson[])
      .filter(isObject)
      .map((one) =>
        documentOf(scalarText(one['url'] ?? ''), scalarText(one['mime_type'] ?? 'URL'), scalarText(one['type'] ?? '')),
      );
  },
  read(given, into, refuse) {
    const documents = (Array.isArray(given) ? (given as readonly FactJson[]) : [given]).flatMap((one, index) => {
      const url = contentOf(one);
      if (url === undefined || !isObject(one)) {
        refuse([index], 'the document has no content', one);
        return [];
      }
      const [header, type] = [scalarText(one['header'] ?? ''), scalarText(one['contentType'] ?? '')];
      return [{ type: KINDS.includes(header) ? header : 'DismantlingManual', mime_type: type, url }];
    });
    if (documents.length > 0) into.set(DISMANTLING, documents);
  },
};

const KINDS = ['BillOfMaterial', 'Model3D', 'DismantlingManual', 'RemovalManual', 'OtherManual', 'Drawing'];

/** Accidents as texts. The header is the time. */
export const negativeEvents: Part = {
  names: ['performance.accidents'],
  write(values) {
    const events = values.get('performance.accidents');
    if (!Array.isArray(events)) return undefined;
    return (events as readonly FactJson[])
      .filter(isObject)
      .map((one) => documentOf(scalarText(one['description'] ?? ''), 'text/plain', scalarText(one['at'] ?? '')));
  },
  read(given, into, refuse) {
    const events = (Array.isArray(given) ? (given as readonly FactJson[]) : [given]).flatMap((one, index) => {
      const description = contentOf(one);
      if (description === undefined) refuse([index], 'the document has no content', one);
      const time = isObject(one) ? scalarText(one['header'] ?? '') : '';
      const isTime = /^\d{4}-\d\d-\d\dT/.test(time);
      return description === undefined ? [] : [{ ...(isTime ? { at: time } : {}), description }];
    });
    into.set('performance.accidents', events);
  },
};
