import { JsonDecimal } from '../../../platform/index.js';
import type { Unit } from '../../rules/types/units.js';
import type { FactJson } from '../../rules/values/value.js';
import { exactNumber } from '../../rules/values/exact-number.js';
import { isObject, isQuantity, scalarText } from '../../attributes/stored-value.js';
import { TEXT_FORMATS } from '../../rules/values/text-formats.js';
import type { ModelJson } from './model-json.js';
import type { Codec, Part } from './part.js';

/** A text as it is. */
export const text: Codec = {
  write: (stored) => (isScalar(stored) ? scalarText(stored) : undefined),
  read: (given, refuse) =>
    isScalar(given) ? scalarText(given) : refused(refuse([], 'a text is expected here', given)),
};

/** A text that is written only in the form that the schema of the data model demands. Otherwise, the member is left out. */
export function fitting(pattern: RegExp): Codec {
  return {
    write(stored) {
      const written = text.write(stored, () => undefined);
      return typeof written === 'string' && pattern.test(written) ? written : undefined;
    },
    read: text.read,
  };
}

export const flag: Codec = {
  write: (stored) => (typeof stored === 'boolean' ? stored : text.write(stored, () => undefined)),
  read: (given, refuse) =>
    typeof given === 'boolean' ? given : (FLAGS[scalarText(given)] ?? text.read(given, refuse)),
};

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number in a unit that the data model implies. Numbers may be written as texts. What is no number stays as it is: checks report it. */
export function number(unit: Unit): Codec {
  return {
    write: (stored) =>
      isQuantity(stored) && stored.unit === unit
        ? new JsonDecimal(stored.value)
        : text.write(isQuantity(stored) ? `${stored.value} ${stored.unit}` : stored, () => undefined),
    read(given, refuse) {
      const found = text.read(given, refuse);
      if (typeof found !== 'string') return found;
      const exact = NUMBER.test(found.trim()) ? exactNumber(found.trim()) : undefined;
      return exact === undefined ? found : { unit, value: String(exact) };
    },
  };
}

/** One of some words, which the data model spells differently. */
export function word(spellings: Readonly<Record<string, string>>): Codec {
  const ours = new Map(Object.entries(spellings).map(([own, other]) => [other.toLowerCase(), own]));
  return {
    write: (stored) => (typeof stored === 'string' ? (spellings[stored] ?? stored) : undefined),
    read(given, refuse) {
      const found = text.read(given, refuse);
      return typeof found === 'string' ? (ours.get(found.toLowerCase()) ?? found) : found;
    },
  };
}

const DATA_URL = 'data:,';

/** A link. A text that is not one, such as the name of a standard, becomes a data URL, which contains it. */
export const link: Codec = {
  write(stored) {
    const written = text.write(stored, () => undefined);
    if (typeof written !== 'string' || (TEXT_FORMATS['uri'] as (one: string) => boolean)(written)) return written;
    return DATA_URL + encodeURIComponent(written);
  },
  read(given, refuse) {
    const found = text.read(given, refuse);
    if (typeof found !== 'string' || !found.startsWith(DATA_URL)) return found;
    try {
      return decodeURIComponent(found.slice(DATA_URL.length));
    } catch {
      return found;
    }
  },
};

/** A day or month as the beginning of it, because the data model asks for a time. */
export const startOfDay: Codec = {
  write(stored) {
    const written = text.write(stored, () => undefined);
    if (typeof written !== 'string') return written;
    if (/^\d{4}-\d\d$/.test(written)) return `${written}-01T00:00:00Z`;
    return /^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : written;
  },
  read(given, refuse) {
    const found = text.read(given, refuse);
    return typeof found === 'string' ? found.replace(/T00:00:00(?:\.0+)?Z$/, '') : found;
  },
};

/** A day; a month becomes its first day. */
export const day: Codec = {
  write(stored) {
    const written = startOfDay.write(stored, () => undefined);
    return typeof written === 'string' ? written.slice(0, 10) : written;
  },
  read: text.read,
};

/** Texts by language. */
export const texts: Codec = {
  write(stored) {
    if (!isObject(stored)) return text.write(stored, () => undefined);
    return Object.fromEntries(Object.entries(stored).map(([language, one]) => [language, scalarText(one)]));
  },
  read(given, refuse) {
    if (typeof given === 'string') return { en: given };
    if (!isObject(given)) return refused(refuse([], 'texts by language are expected here', given));
    return Object.fromEntries(Object.entries(given).filter(([, one]) => one !== null));
  },
};

/** A list. A single item without brackets is a list of one. */
export function list(of: Codec): Codec {
  return {
    write(stored, omit) {
      if (!Array.isArray(stored)) return of.write(stored, omit);
      return (stored as readonly FactJson[]).flatMap((item, index): ModelJson[] => {
        const written = of.write(item, (place) => omit([index, ...place]));
        return written === undefined ? [] : [written];
      });
    },
    read(given, refuse) {
      const items: readonly FactJson[] = Array.isArray(given) ? (given as readonly FactJson[]) : [given];
      return items.flatMap((item, index) => {
        const found = of.read(item, (place, reason, value) => refuse([index, ...place], reason, value));
        return found === undefined || found === null ? [] : [found];
      });
    },
  };
}

/** A record whose members the data model names and nests in its own way. */
export function record(part: Part): Codec {
  return {
    write(stored, omit) {
      if (!isObject(stored)) return text.write(stored, () => undefined);
      const members = Object.entries(stored).filter(([, member]) => member !== null);
      return part.write(new Map(members), ({ place }) => omit(place));
    },
    read(given, refuse) {
      const members = new Map<string, FactJson>();
      part.read(given, members, refuse);
      return members.size === 0 ? undefined : Object.fromEntries(members);
    },
  };
}

function isScalar(value: FactJson): value is string | number | bigint | boolean {
  return typeof value !== 'object';
}

function refused(_reported: void): undefined {
  return undefined;
}
