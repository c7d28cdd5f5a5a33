import { CasparianError } from '../../platform/index.js';
import { isObject } from '../attributes/stored-value.js';
import { pointerOf } from '../documents/json-pointer.js';
import { BATTERY_PASS, withAspectName } from '../models/battery-pass/battery-pass.js';
import { CATENA_X } from '../models/catena-x/battery-pass.js';
import type { Place } from '../models/mapping/part.js';
import { readModel, type ReadModel } from '../models/mapping/read-model.js';
import type { FactJson } from '../rules/values/value.js';
import { readCredential } from './read-credential.js';
import { unwrapped, withoutLinkedData } from './unwrap.js';

/** Reads the attributes of one file. */
const IMPORT_FORMATS: Readonly<Record<string, (given: FactJson) => ReadModel>> = {
  batterypass: readAspects,
  catenax: readCatenaX,
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

/** A file may be a list of aspects, and each aspect may be inside of something else. */
function readAspects(given: FactJson): ReadModel {
  const { value, place } = unwrapped(withoutLinkedData(given));
  const items = Array.isArray(value) ? (value as readonly FactJson[]) : [value];
  return merged(
    items.map((item, index) => {
      const aspects = isObject(item) ? Object.fromEntries(Object.entries(item).map(withoutPayload)) : item;
      return below(
        [...place, ...(Array.isArray(value) ? [index] : [])],
        readModel(BATTERY_PASS, withAspectName(aspects)),
      );
    }),
  );
}

/** Some tools put `{"payload": …}` around each aspect. */
function withoutPayload([name, value]: readonly [string, FactJson]): [string, FactJson] {
  const payload = isObject(value) ? value['payload'] : undefined;
  return [name, payload !== undefined && isObject(payload) ? payload : value];
}

function readCatenaX(given: FactJson): ReadModel {
  const { value, place } = unwrapped(withoutLinkedData(given));
  return below(place, readModel(CATENA_X, value));
}

/** Places in the file, not in the part of it that was read. */
function below(place: Place, { values, unmapped }: ReadModel): ReadModel {
  return { values, unmapped: unmapped.map((one) => ({ ...one, path: `${pointerOf(place)}${one.path}` })) };
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
