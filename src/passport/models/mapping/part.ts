import { isObject } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import type { ModelJson } from './model-json.js';

/** Values by their names: attributes by path, or members of a record. */
export type Values = ReadonlyMap<string, FactJson>;

export type Place = readonly (string | number)[];

/** A member that the data model demands and that has no value. */
export interface Omission {
  readonly place: Place;
  /** The values from which it would be made. */
  readonly names: readonly string[];
}

/** Reports input that a part cannot read. The value is what was found there. */
export type Refuse = (place: Place, reason: string, value: FactJson) => void;

/** A place of a data model and the values of a passport that belong there. One description serves both directions. */
export interface Part {
  readonly names: readonly string[];
  /** Other spellings of its member, in files of other versions. */
  readonly aliases?: readonly string[];
  readonly write: (values: Values, omit: (omission: Omission) => void) => ModelJson | undefined;
  readonly read: (given: FactJson, into: Map<string, FactJson>, refuse: Refuse) => void;
}

/** The form of one value. */
export interface Codec {
  readonly write: (stored: FactJson, omit: (place: Place) => void) => ModelJson | undefined;
  /** Undefined if there is no value. */
  readonly read: (given: FactJson, refuse: Refuse) => FactJson | undefined;
}

/** One value at one place. */
export function at(name: string, codec: Codec, ...aliases: string[]): Part {
  return {
    names: [name],
    aliases,
    write(values, omit) {
      const stored = values.get(name);
      return stored === undefined ? undefined : codec.write(stored, (place) => omit({ place, names: [name] }));
    },
    read(given, into, refuse) {
      const stored = codec.read(given, refuse);
      if (stored !== undefined) into.set(name, stored);
    },
  };
}

/** A text that is the same in every file. It carries no value. */
export function constant(text: string | boolean): Part {
  return { names: [], write: () => text, read: () => undefined };
}

/** A member of a data model for which a passport has no attribute. */
export const NOTHING: Part = {
  names: [],
  write: () => undefined,
  read: (given, _into, refuse) => refuse([], 'a passport has no place for this', given),
};

/** An object. A member whose name ends in `?` is optional in the data model. Without any value, there is no object. */
export function group(members: Readonly<Record<string, Part>>): Part {
  const parts = Object.entries(members).map(([title, part]) => ({
    name: title.replace(/\?$/, ''),
    isOptional: title.endsWith('?'),
    part,
  }));
  const byKey = new Map(
    parts.flatMap((one) => [one.name, ...(one.part.aliases ?? [])].map((name) => [keyOf(name), one])),
  );
  return {
    names: parts.flatMap(({ part }) => part.names),
    write(values, omit) {
      const omissions: Omission[] = [];
      const entries = parts.flatMap(({ name, isOptional, part }) => {
        const inner: Omission[] = [];
        const value = part.write(values, (omission) => inner.push(omission));
        if (value === undefined && !isOptional) omissions.push({ place: [name], names: part.names });
        if (value === undefined) return [];
        omissions.push(...inner.map(({ place, names }) => ({ place: [name, ...place], names })));
        return [{ name, value, hasValue: part.names.length > 0 }];
      });
      if (!entries.some(({ hasValue }) => hasValue)) return undefined;
      for (const omission of omissions) omit(omission);
      return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
    },
    read(given, into, refuse) {
      if (!isObject(given)) return refuse([], 'an object is expected here', given);
      for (const [name, value] of Object.entries(given)) {
        if (value === null) continue;
        const known = byKey.get(keyOf(name));
        if (known === undefined) refuse([name], 'the data model has no such member', value);
        else known.part.read(value, into, (place, reason, found) => refuse([name, ...place], reason, found));
      }
    },
  };
}

/** Names differ in case and separators between versions and generators. */
function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Reads twice, so that a part finds the values of others wherever they are in the file. */
export function inAnyOrder(part: Part): Part {
  return {
    ...part,
    read(given, into, refuse) {
      part.read(given, into, () => undefined);
      part.read(given, into, refuse);
    },
  };
}
