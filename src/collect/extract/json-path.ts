/** The steps of a path: names of members and indexes of lists. */
export type JsonPath = readonly string[];

/** A quoted name, or everything up to the next point or bracket. */
const STEP = /(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^.[\]"]+))|\[(?:(-?\d+)|"((?:[^"\\]|\\.)*)")\]/y;

/**
 * Reads `price.value`, `results.0.id`, `results[0].id`, and `prices."US.dollar"` or `prices["US.dollar"]` for a name with a
 * point. A leading `$.` is accepted; `$` alone is the document. Null if it is not a path.
 */
export function parseJsonPath(text: string): JsonPath | null {
  const path = text === '$' ? '' : text.replace(/^\$\.?(?=.)/, '');
  if (path.startsWith('.')) return null;
  const steps: string[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) return null;
    const quoted = match[1] ?? match[4];
    steps.push(quoted === undefined ? (match[2] ?? match[3] ?? '') : quoted.replace(/\\(.)/g, '$1'));
    at = STEP.lastIndex;
  }
  return steps;
}

/** The value at the path; undefined if there is none. A negative index counts from the end. */
export function valueAt(document: unknown, path: JsonPath): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = /^-?\d{1,9}$/.test(step) ? (value as unknown[]).at(Number(step)) : undefined;
    else value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value;
}
