import { JsonDecimal } from '../../../platform/index.js';
import type { FactJson } from '../../rules/values/value.js';

/** JSON of a public data model. Its numbers are texts, so that no digit is lost. */
export type ModelJson =
  | string
  | boolean
  | JsonDecimal
  | readonly ModelJson[]
  | { readonly [name: string]: ModelJson | undefined };

/** The text of the JSON, indented by two spaces. Members are in the order in which they were written. */
export function modelText(value: ModelJson, indent = ''): string {
  if (value instanceof JsonDecimal) return value.text;
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', (value as readonly ModelJson[]).map((item) => modelText(item, deeper))]
    : ['{', '}', memberTexts(value as Readonly<Record<string, ModelJson | undefined>>, deeper)];
  if (items.length === 0) return open + close;
  return `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`;
}

function memberTexts(value: Readonly<Record<string, ModelJson | undefined>>, indent: string): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}: ${modelText(member, indent)}`],
  );
}

/** What `readJsonText` would read from the text of this JSON. */
export function asRead(value: ModelJson): FactJson {
  if (value instanceof JsonDecimal) return value.text;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly ModelJson[]).map(asRead);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, asRead(member)]])),
  );
}

/** A value of a passport as it is, with its unit. */
export function asModel(value: FactJson): ModelJson {
  if (typeof value === 'number' || typeof value === 'bigint') return new JsonDecimal(String(value));
  if (typeof value !== 'object') return value;
  if (value === null) return '';
  if (Array.isArray(value)) return (value as readonly FactJson[]).map(asModel);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, asModel(member)]])),
  );
}
