import { isObject } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { text } from '../mapping/codecs.js';
import type { Codec, Part } from '../mapping/part.js';

/** The data model has no members for the pictures of labels. They are in the list of labels, by subject. */
const SYMBOLS = [
  ['SeparateCollection', 'labels.separate_collection_symbol'],
  ['HazardousMaterial', 'labels.cadmium_and_lead_symbols'],
  ['CarbonFootPrint', 'labels.carbon_footprint_label'],
] as const;

export function labels(codec: Codec): Part {
  return {
    names: ['labels.meanings'],
    write: (values, omit) => written(codec, 'labels.meanings', values.get('labels.meanings'), omit),
    read(given, into, refuse) {
      const found = codec.read(given, refuse);
      if (!Array.isArray(found)) return;
      into.set('labels.meanings', found);
      for (const [subject, path] of SYMBOLS) {
        const label = (found as readonly FactJson[]).find((one) => isObject(one) && one['subject'] === subject);
        if (isObject(label) && label['symbol'] !== undefined) into.set(path, label['symbol']);
      }
    },
  };
}

/** The data model has part numbers only with their suppliers. */
export function sparePartSources(codec: Codec): Part {
  return {
    names: ['circularity.spare_part_sources'],
    write: (values, omit) =>
      written(codec, 'circularity.spare_part_sources', values.get('circularity.spare_part_sources'), omit),
    read(given, into, refuse) {
      const found = codec.read(given, refuse);
      if (!Array.isArray(found)) return;
      into.set('circularity.spare_part_sources', found);
      const parts = (found as readonly FactJson[]).flatMap((one) => (isObject(one) ? (one['components'] ?? []) : []));
      const unique = new Map(parts.map((part) => [JSON.stringify(part), part]));
      if (unique.size > 0) into.set('circularity.part_numbers', [...unique.values()]);
    },
  };
}

function written(
  codec: Codec,
  name: string,
  stored: FactJson | undefined,
  omit: Parameters<Part['write']>[1],
): ReturnType<Part['write']> {
  return stored === undefined ? undefined : codec.write(stored, (place) => omit({ place, names: [name] }));
}

/** The data model has the month in which the warranty ends, without its year (`--06`). */
export const warranty: Codec = {
  write(stored) {
    const end = text.write(stored, () => undefined);
    const [, month] = /^\d{4}-(\d\d)(?:-\d\d)?(?:T|$)/.exec(typeof end === 'string' ? end : '') ?? [];
    return month === undefined ? end : `--${month}`;
  },
  read: text.read,
};
