import { attributeAt } from '../../attributes/attributes.js';
import { isObject } from '../../attributes/stored-value.js';
import { pointerOf } from '../../documents/json-pointer.js';
import type { FactJson } from '../../rules/values/value.js';
import type { Part, Place } from './part.js';
import { ANNOTATION } from './write-model.js';

/** Begins the reason if a passport has the same value more exactly. In our own files, the supplement has it. */
export const LESS_EXACT = 'less exact: ';

/** A part of a file that became no fact. */
export interface Unmapped {
  /** A JSON pointer. */
  readonly path: string;
  readonly reason: string;
  readonly value: FactJson;
}

export interface ReadModel {
  /** Attributes by path, as facts have them. */
  readonly values: ReadonlyMap<string, FactJson>;
  readonly unmapped: readonly Unmapped[];
}

/** Reads a file of a data model. What `writeModel` added to its own files is read too. */
export function readModel(part: Part, given: FactJson): ReadModel {
  const values = new Map<string, FactJson>();
  const unmapped: Unmapped[] = [];
  const refuse = (place: Place, reason: string, value: FactJson): void =>
    void unmapped.push({ path: pointerOf(place), reason, value });
  const { [ANNOTATION]: annotation, ...document } = isObject(given) ? given : {};
  part.read(isObject(given) ? document : given, values, refuse);
  const supplement = isObject(annotation) ? annotation['supplement'] : undefined;
  if (isObject(supplement)) readSupplement(supplement, values, refuse);
  const isOurs = isObject(supplement);
  return {
    values: new Map([...values].filter(([path]) => attributeAt(path) !== undefined)),
    unmapped: unmapped.filter(({ reason }) => !isOurs || !reason.startsWith(LESS_EXACT)),
  };
}

function readSupplement(
  supplement: Readonly<Record<string, FactJson>>,
  values: Map<string, FactJson>,
  refuse: (place: Place, reason: string, value: FactJson) => void,
): void {
  for (const [path, value] of Object.entries(supplement)) {
    const attribute = attributeAt(path);
    const place = [ANNOTATION, 'supplement', path];
    if (attribute === undefined) refuse(place, 'it is not an attribute', value);
    else if (isObject(value) && value['absent'] === true) values.delete(path);
    else if (attribute.computed !== undefined) refuse(place, 'it is computed from other attributes', value);
    else values.set(path, value);
  }
}
