import type { JSX } from 'preact';
import { ExactNumber, parseWithoutLoss } from '../data/exact-number.js';

/** A value of a row as text. Numbers keep their digits; objects are JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'object' && value !== null) return exactJsonText(value);
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isPlain ? String(value) : '';
}

/** JSON in which integers beyond 2^53 keep their digits. */
function exactJsonText(value: object): string {
  const marked = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint' || one instanceof ExactNumber ? `\u0000${String(one)}\u0000` : one,
  );
  return marked.replace(/"\\u0000(-?[\d.eE+-]+)\\u0000"/g, '$1');
}

/** A value of a row in a table. Missing and empty values are said in words. */
export function CellValue({ value }: { readonly value: unknown }): JSX.Element {
  if (value === null || value === undefined) return <i class="muted">null</i>;
  if (value === '') return <i class="muted">empty</i>;
  const text = valueText(value);
  return <span title={text.length > 40 ? text : undefined}>{text.length > 200 ? `${text.slice(0, 200)}…` : text}</span>;
}

/** The text of a value that is stored as JSON. */
export function textOfJson(json: string | null): string {
  return json === null ? '' : valueText(parseWithoutLoss(json));
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
