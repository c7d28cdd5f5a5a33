import { CasparianError } from '../../platform/index.js';
import { isObject } from '../attributes/stored-value.js';
import { BATTERY_PASS, withAspectName } from '../models/battery-pass/battery-pass.js';
import { CATENA_X } from '../models/catena-x/battery-pass.js';
import { readModel, type ReadModel } from '../models/mapping/read-model.js';
import type { FactJson } from '../rules/values/value.js';
import { readCredential } from './read-credential.js';

/** Reads the attributes of one file. */
const IMPORT_FORMATS: Readonly<Record<string, (given: FactJson) => ReadModel>> = {
  batterypass: (given) => merged(itemsOf(given).map((one) => readModel(BATTERY_PASS, withAspectName(one)))),
  catenax: (given) => readModel(CATENA_X, unwrapped(given)),
  vc: readCredential,
};

export const IMPORT_FORMAT_NAMES = Object.keys(IMPORT_FORMATS);

export function importFormat(name: string): (given: FactJson) => ReadModel {
  const format = IMPORT_FORMATS[name.toLowerCase()];
  if (format !== undefined) return format;
  throw new CasparianError('VALIDATION_ERROR', `'${name}' is not a format of imports`, {
    why: `The formats are ${IMPORT_FORMAT_NAMES.join(', ')}.`,
  });
}

/** A file may be a list of aspects. */
function itemsOf(given: FactJson): readonly FactJson[] {
  return Array.isArray(given) ? (given as readonly FactJson[]) : [given];
}

/** Some tools wrap the aspect in an object with its name, or in a list of one. */
function unwrapped(given: FactJson): FactJson {
  if (Array.isArray(given) && given.length === 1) return unwrapped((given as readonly FactJson[])[0] as FactJson);
  if (!isObject(given)) return given;
  const [first, ...others] = Object.entries(given);
  const isWrapper = others.length === 0 && /^(?:batteryPass|passport|payload|data|submodel)$/i.test(first?.[0] ?? '');
  return isWrapper && first !== undefined ? unwrapped(first[1]) : given;
}

/** The first value of an attribute counts; another one later is reported. */
export function merged(parts: readonly ReadModel[]): ReadModel {
  const values = new Map<string, FactJson>();
  const unmapped = parts.flatMap((part) => [...part.unmapped]);
  for (const part of parts) {
    for (const [path, value] of part.values) {
      const known = values.get(path);
      if (known === undefined) values.set(path, value);
      else if (JSON.stringify(known) !== JSON.stringify(value)) {
        unmapped.push({ path: `/${path}`, reason: 'another part of the input states a different value', value });
      }
    }
  }
  return { values, unmapped };
}
