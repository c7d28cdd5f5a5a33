import { exactJson } from '../../platform/index.js';
import { JsonText } from './reply.js';

/** The JSON of a result. Items of a list may be JSON already. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (!hasTexts(value)) return exactJson(value);
  const { items, ...rest } = value;
  const others = exactJson(rest).slice(1, -1);
  return `{"items":[${items.map(jsonOf).join(',')}]${others === '' ? '' : `,${others}`}}`;
}

function hasTexts(value: unknown): value is { readonly items: readonly unknown[] } {
  const items: unknown = typeof value === 'object' && value !== null && 'items' in value ? value.items : undefined;
  return Array.isArray(items) && items.some((item) => item instanceof JsonText);
}
