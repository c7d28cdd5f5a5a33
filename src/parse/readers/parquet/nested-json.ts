import type { SchemaTree } from 'hyparquet';
import { cellJson } from '../../columns/cell-json.js';
import { leafCell } from './leaf-cell.js';
import { leafType } from './leaf-type.js';

/** The JSON of a list, map or group, as the library assembles it, with every value in it exact. */
export function nestedJson(value: unknown, field: SchemaTree): string {
  if (value === null || value === undefined) return 'null';
  if (isMap(field)) return mapJson(value, field);
  const item = itemOf(field);
  if (Array.isArray(value)) return `[${value.map((one) => nestedJson(one, item)).join(',')}]`;
  if (field.children.length > 0) return groupJson(value as Record<string, unknown>, field);
  return cellJson(leafCell(value, leafType(field.element)));
}

function groupJson(value: Record<string, unknown>, { children }: SchemaTree): string {
  const members = children.map(
    (child) => `${JSON.stringify(child.element.name)}:${nestedJson(value[child.element.name], child)}`,
  );
  return `{${members.join(',')}}`;
}

function mapJson(value: object, { children }: SchemaTree): string {
  const valueField = children[0]?.children[1];
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${valueField === undefined ? 'null' : nestedJson(one, valueField)}`,
  );
  return `{${members.join(',')}}`;
}

function isMap({ element, children }: SchemaTree): boolean {
  const isMarked = element.converted_type === 'MAP' || element.logical_type?.type === 'MAP';
  return isMarked && children[0]?.children.length === 2;
}

/** A list has a repeated group with one field, which is what it is a list of; older ones are repeated themselves. */
function itemOf(field: SchemaTree): SchemaTree {
  const [only] = field.children;
  if (field.children.length !== 1 || only?.element.repetition_type !== 'REPEATED') return field;
  return only.children.length === 1 ? (only.children[0] ?? only) : only;
}
