import { exactJson } from '../../platform/index.js';
import { exactNumber } from '../rules/values/exact-number.js';
import type { FactJson } from '../rules/values/value.js';
import type { ValueType } from './attribute.js';

type JsonObject = { readonly [name: string]: FactJson };

/** Reports a member that the type does not have, by its path below the value. */
export type ReportUnknown = (path: readonly (string | number)[], known: readonly string[]) => void;

/**
 * A value as facts hold it: numbers become quantities with their unit, empty values are left out. What does not fit the type stays as it is,
 * because rules and `passport check` report it with the others.
 */
export function storedValue(
  type: ValueType,
  given: FactJson,
  unknown: ReportUnknown,
  path: readonly (string | number)[] = [],
): FactJson | undefined {
  if (given === null || given === '') return undefined;
  switch (type.kind) {
    case 'quantity':
      return storedQuantity(type.unit, given);
    case 'flag':
      return typeof given === 'string' ? (FLAGS[given.toLowerCase()] ?? given) : given;
    case 'text':
    case 'choice':
      return typeof given === 'number' || typeof given === 'bigint' ? String(given) : given;
    case 'texts':
      return given;
    case 'list': {
      const items = typeof given === 'string' ? cellItems(given) : given;
      if (!Array.isArray(items)) return items;
      return (items as readonly FactJson[]).flatMap(
        (item, index) => storedValue(type.of, item, unknown, [...path, index]) ?? [],
      );
    }
    case 'record':
      return isObject(given) ? storedRecord(type.members, given, unknown, path) : given;
  }
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

function storedQuantity(unit: string, given: FactJson): FactJson {
  if (typeof given === 'number' || typeof given === 'bigint') return { unit, value: String(given) };
  if (typeof given !== 'string') return given;
  const number = exactNumber(given.trim());
  return number === undefined || !NUMBER.test(given.trim()) ? given : { unit, value: String(number) };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The cell of a list of texts: "Water; class D powder", or "none" for an empty list. */
function cellItems(cell: string): string[] {
  if (cell.trim().toLowerCase() === 'none') return [];
  return cell.split(';').flatMap((item) => item.trim() || []);
}

function storedRecord(
  members: Extract<ValueType, { kind: 'record' }>['members'],
  given: JsonObject,
  unknown: ReportUnknown,
  path: readonly (string | number)[],
): FactJson | undefined {
  const known = Object.keys(members);
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) {
      unknown([...path, name], known);
      return [];
    }
    const stored = storedValue(member.type, value, unknown, [...path, name]);
    return stored === undefined ? [] : [[name, stored] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function isQuantity(value: FactJson): value is { readonly unit: string; readonly value: string } {
  return isObject(value) && Object.keys(value).length === 2 && typeof value['unit'] === 'string' && 'value' in value;
}

export function isObject(value: FactJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, number or truth value as text. */
export function scalarText(value: FactJson): string {
  return typeof value === 'string' ? value : exactJson(value);
}
