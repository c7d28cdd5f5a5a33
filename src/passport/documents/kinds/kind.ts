import type { FactJson } from '../../rules/values/value.js';
import type { Findings } from '../findings.js';
import { jsonSource, type Source } from '../source.js';
import type { Shape } from '../shape.js';

/** A kind of document from which facts are read. */
export interface DocumentReader {
  /** Values of the member `document` of a JSON document. */
  readonly names: readonly string[];
  /** The columns of a CSV document that are not text. */
  readonly csvShape: Shape;
  fromJson(root: Source, findings: Findings): void;
  fromCsv(rows: readonly Source[], findings: Findings): void;
}

/** The objects of a list. Reports items that are something else. */
export function objectsOf(
  list: FactJson | undefined,
  path: readonly (string | number)[],
  findings: Findings,
): Source[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: FactJson, index) => {
    const source = jsonSource(item, [...path, index]);
    if (source === undefined) findings.problem('expected an object', { pointer: `/${[...path, index].join('/')}` });
    return source ?? [];
  });
}
