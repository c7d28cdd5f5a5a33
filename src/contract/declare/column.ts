import { nearest } from '../../platform/index.js';
import type { ColumnContract } from '../columns/contract.js';
import { contractInvalid, untagged, type Place } from './declaration.js';
import { checkConstraints } from './constraints.js';
import { isTypeFault, parseTypeText, type DeclaredType, type TypeFault } from './type-text.js';
import {
  declaredAliases,
  declaredFlag,
  declaredFormats,
  declaredNumberStyle,
  declaredText,
  declaredTexts,
  declaredValue,
  declaredValues,
} from './values.js';

export const KEYS = [
  ...(['type', 'required', 'aliases', 'format', 'decimal', 'thousands', 'nulls'] as const),
  ...(['min', 'max', 'pattern', 'enum', 'unique'] as const),
] as const;

/**
 * Whether a value declares a column rather than an output with its own columns: a text does, and so does a dict with a
 * `type`, unless all its members could be columns and some of its keys are not those of a column declaration.
 */
export function isColumnDeclaration(declared: unknown): boolean {
  const value = untagged(declared);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return true;
  const { type } = value as { type?: unknown };
  if (typeof type !== 'string' || isTypeFault(parseTypeText(type))) return false;
  const entries = Object.entries(value);
  if (entries.every(([key]) => (KEYS as readonly string[]).includes(key))) return true;
  return entries.some(([, member]) => !couldBeColumn(member));
}

export function parseColumn(where: Place, name: string, declared: unknown): ColumnContract {
  const place: Place = { ...where, column: name };
  if (name === '') throw contractInvalid(where, 'a column needs a name');
  const value = untagged(declared);
  if (typeof value === 'string') return { ...bare(name, typeOf(place, value)) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw contractInvalid(place, `${JSON.stringify(declared)} is not a type`, [
      'Write a type such as "int!" or {"type": "int"}',
    ]);
  }
  return parseObjectForm(place, name, value as Record<string, unknown>);
}

/** Every name and alias belongs to one column. */
export function checkAliases(where: Place, columns: readonly ColumnContract[]): void {
  const owners = new Map(columns.map(({ name }) => [name, name]));
  for (const { name, aliases } of columns) {
    for (const alias of aliases) {
      const owner = owners.get(alias);
      if (owner !== undefined) {
        throw contractInvalid({ ...where, column: name }, `its alias '${alias}' is also a name of column '${owner}'`);
      }
      owners.set(alias, name);
    }
  }
}

function parseObjectForm(place: Place, name: string, object: Record<string, unknown>): ColumnContract {
  for (const key of Object.keys(object)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    const guess = nearest(key, KEYS);
    throw contractInvalid(place, `'${key}' is not known`, [
      ...(guess === undefined ? [] : [`Did you mean '${guess}'?`]),
      `A column has ${KEYS.join(', ')}.`,
    ]);
  }
  if (typeof object.type !== 'string') throw contractInvalid(place, 'it needs a \'type\', such as "int"');
  const plain = bare(name, typeOf(place, object.type));
  const column: ColumnContract = {
    ...plain,
    required: declaredFlag(place, 'required', object.required) ?? plain.required,
    aliases: declaredAliases(place, name, object.aliases),
    format: declaredFormats(place, object.format),
    numberStyle: declaredNumberStyle(place, object.decimal, object.thousands),
    nulls: declaredTexts(place, 'nulls', object.nulls),
    min: declaredValue(place, 'min', object.min),
    max: declaredValue(place, 'max', object.max),
    pattern: declaredText(place, 'pattern', object.pattern),
    enum: declaredValues(place, 'enum', object.enum),
    unique: declaredFlag(place, 'unique', object.unique) ?? false,
  };
  checkConstraints(place, column);
  return column;
}

function bare(name: string, { type, localZone, required }: DeclaredType): ColumnContract {
  const written = { aliases: [], format: null, numberStyle: null, nulls: [] };
  const unconstrained = { min: null, max: null, pattern: null, enum: null, unique: false };
  return { name, type, localZone, required, ...written, ...unconstrained };
}

function typeOf(place: Place, text: string): DeclaredType {
  const parsed: DeclaredType | TypeFault = parseTypeText(text);
  if (!isTypeFault(parsed)) return parsed;
  throw contractInvalid(place, parsed.fault, [
    ...(parsed.suggestion === null ? [] : [`Did you mean "${parsed.suggestion}"?`]),
    'Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary.',
  ]);
}

function couldBeColumn(member: unknown): boolean {
  if (typeof member === 'string') return !isTypeFault(parseTypeText(member));
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}
