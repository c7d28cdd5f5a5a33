import type { FactJson } from '../rules/values/value.js';
import { exactNumber } from '../rules/values/exact-number.js';
import type { CsvRow } from './csv-text.js';
import { pointerOf } from './json-pointer.js';
import type { Shape } from './shape.js';

/** Where a value is in its document: a JSON pointer, or an offset in a CSV text. */
export type Spot = { readonly pointer: string } | { readonly offset: number };

export type Payload = Readonly<Record<string, FactJson>>;

/** An object of a JSON document, or a row of a CSV document. */
export interface Source {
  readonly payload: Payload;
  readonly spot: Spot;
  /** Of a member; of the whole if it is missing. */
  readonly spotOf: (member: string) => Spot;
}

/** Undefined if the value is not an object. */
export function jsonSource(value: FactJson | undefined, path: readonly (string | number)[]): Source | undefined {
  if (!isPayload(value)) return undefined;
  const spot = { pointer: pointerOf(path) };
  return {
    payload: value,
    spot,
    spotOf: (member) => (Object.hasOwn(value, member) ? { pointer: pointerOf([...path, member]) } : spot),
  };
}

export function isPayload(value: FactJson | undefined): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Cells are text. Those of a number or a truth value are converted, so that CSV and JSON give the same facts. */
export function csvSource({ cells, offset }: CsvRow, shape: Shape): Source {
  const members = [...cells].map(([name, cell]): [string, FactJson] => [name, cellJson(cell.text, name, shape)]);
  return {
    payload: Object.fromEntries(members),
    spot: { offset },
    spotOf: (member) => ({ offset: cells.get(member)?.offset ?? offset }),
  };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function cellJson(text: string, name: string, shape: Shape): FactJson {
  const kind = Object.hasOwn(shape, name) ? shape[name]?.kind : undefined;
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  if ((kind === 'decimal' || kind === 'integer') && NUMBER.test(text)) return exactNumber(text) ?? text;
  return text;
}
