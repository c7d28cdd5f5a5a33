import type { SchemaTree } from 'hyparquet';
import { cellJson } from '../../contract/index.js';
import { partName } from './field-part.js';
import { leafCell, leafType } from './leaf-type.js';

/** The members of a group, by index. */
type Parts = Readonly<Record<string, unknown>>;

/** The JSON of a list, map or group, as the library assembles it, with every value in it exact. */
export function nestedJson(value: unknown, field: SchemaTree): string {
  if (value === null || value === undefined) return 'null';
  if (isMap(field)) return mapJson(value as Parts, field);
  const item = itemOf(field);
  if (Array.isArray(value)) return `[${value.map((one) => nestedJson(one, item)).join(',')}]`;
  if (field.children.length > 0) return groupJson(value as Parts, field);
  return cellJson(leafCell(value, leafType(field.element)));
}

function groupJson(value: Parts, { children }: SchemaTree): string {
  const members = children.map(
    (child, place) => `${JSON.stringify(child.element.name)}:${nestedJson(value[partName(place)], child)}`,
  );
  return `{${members.join(',')}}`;
}

/** A map comes as the list of its entries. */
function mapJson(value: Parts, { children: [entry] }: SchemaTree): string {
  const [keyField, valueField] = entry?.children ?? [];
  if (keyField === undefined || valueField === undefined) return 'null';
  const entries = (value[partName(0)] ?? []) as readonly Parts[];
  const members = entries.map(
    (one) => `${keyJson(one[partName(0)], keyField)}:${nestedJson(one[partName(1)], valueField)}`,
  );
  return `{${members.join(',')}}`;
}

/** JSON keys are strings: numbers are quoted. */
function keyJson(key: unknown, field: SchemaTree): string {
  const json = nestedJson(key, field);
  return json.startsWith('"') ? json : JSON.stringify(json);
}

function isMap({ element, children }: SchemaTree): boolean {
  const isMarked = element.converted_type === 'MAP' || element.logical_type?.type === 'MAP';
  return isMarked && children[0]?.children.length === 2;
}

/** A list has a repeated group with one field, its item; in older files the field itself is repeated. */
function itemOf(field: SchemaTree): SchemaTree {
  const [only] = field.children;
  if (field.children.length !== 1 || only?.element.repetition_type !== 'REPEATED') return field;
  return only.children.length === 1 ? (only.children[0] ?? only) : only;
}
