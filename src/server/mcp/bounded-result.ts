import { jsonOf } from '../respond/json-of.js';
import { JsonText, Reply } from '../respond/reply.js';
import { MAX_RESULT_CHARACTERS } from './data-text.js';

/** For what is around the items of a list. */
const MARGIN_CHARACTERS = 2_000;

/** The result of a handler as JSON. */
export function resultJson(result: unknown): string {
  return jsonOf(result instanceof Reply ? result.body : result);
}

/** How many items of a list fit into a result; undefined if all do, or it is not a list. */
export function itemsThatFit(result: unknown, keeps: 'start' | 'end' = 'start'): number | undefined {
  const items = itemsOf(result);
  if (items === undefined) return undefined;
  let length = MARGIN_CHARACTERS;
  let fitting = 0;
  for (const item of keeps === 'start' ? items : items.toReversed()) {
    length += jsonOf(item).length + 1;
    if (length > MAX_RESULT_CHARACTERS) return fitting;
    fitting++;
  }
  return undefined;
}

/** A list with the items that fit, and the number of those that do not. */
export function withoutRest(result: unknown, fitting: number, keeps: 'start' | 'end' = 'start'): unknown {
  const items = itemsOf(result) ?? [];
  const kept = keeps === 'start' ? items.slice(0, fitting) : items.slice(items.length - fitting);
  return { ...(result as object), items: kept, items_left_out: items.length - fitting };
}

function itemsOf(result: unknown): readonly unknown[] | undefined {
  if (typeof result !== 'object' || result === null || result instanceof JsonText) return undefined;
  return 'items' in result && Array.isArray(result.items) ? (result.items as unknown[]) : undefined;
}
