import { NEVER, opt, type Type } from './type.js';

/** `yes`: a value of the type is one of the other. `cast`: it contains parts of facts, which must be cast. */
export type Fit = 'yes' | 'cast' | 'no';

/** Whether a value of one type can stand where another is expected. */
export function fit(actual: Type, expected: Type): Fit {
  if (actual.kind === 'Never' || expected.kind === 'Any') return 'yes';
  if (actual.kind === 'Any') return 'cast';
  if (expected.kind === 'Opt') return fit(actual.kind === 'Opt' ? actual.of : actual, expected.of);
  if (actual.kind === 'Dec') return yesIf(expected.kind === 'Dec' && expected.scale === actual.scale);
  if (actual.kind === 'Qty') return yesIf(expected.kind === 'Qty' && expected.unit === actual.unit);
  if (actual.kind === 'List' || actual.kind === 'Map') {
    if (actual.kind === 'Map' && expected.kind === 'Record') return yesIf(expected.members === null);
    return expected.kind === actual.kind ? fit(actual.of, expected.of) : 'no';
  }
  if (actual.kind === 'Record') return recordFit(actual, expected);
  return yesIf(actual.kind === expected.kind);
}

function yesIf(isFitting: boolean): Fit {
  return isFitting ? 'yes' : 'no';
}

function recordFit(actual: Extract<Type, { kind: 'Record' }>, expected: Type): Fit {
  if (expected.kind === 'Map') return actual.members === null ? 'cast' : 'no';
  if (expected.kind !== 'Record') return 'no';
  if (expected.members === null) return 'yes';
  if (actual.members === null) return 'cast';
  if (actual.members.length !== expected.members.length) return 'no';
  const typeOf = new Map(actual.members.map((member) => [member.name, member.type]));
  const fits = expected.members.map(({ name, type }) => {
    const given = typeOf.get(name);
    return given === undefined ? 'no' : fit(given, type);
  });
  if (fits.includes('no')) return 'no';
  return fits.includes('cast') ? 'cast' : 'yes';
}

/** The type of a value that is one or the other; undefined if there is none. */
export function joined(a: Type, b: Type): Type | undefined {
  if (a.kind === 'Opt' || b.kind === 'Opt') {
    const inner = joined(a.kind === 'Opt' ? a.of : a, b.kind === 'Opt' ? b.of : b);
    return inner && opt(inner);
  }
  // First, because a part of a fact could also be cast to the type of nothing, which no value has.
  if (a.kind === 'Never') return b;
  if (b.kind === 'Never') return a;
  // An unknown type gives way to a known one.
  if (a.kind !== 'Any' && fit(b, a) !== 'no') return a;
  if (b.kind !== 'Any' && fit(a, b) !== 'no') return b;
  if (a.kind === 'Any' && b.kind === 'Any') return a;
  if (a.kind === 'List' && b.kind === 'List') {
    const of = joined(a.of, b.of);
    return of && { kind: 'List', of };
  }
  return undefined;
}

/** Whether a value of the type may contain parts of facts, whose types are known only when they are read. */
export function hasUnknownParts(type: Type): boolean {
  if ('of' in type) return hasUnknownParts(type.of);
  if (type.kind === 'Record') return type.members?.some((member) => hasUnknownParts(member.type)) ?? true;
  return type.kind === 'Any';
}

/** Whether its only value is nothing: none, or the empty list. */
export function isNothing(type: Type): boolean {
  return 'of' in type ? isNothing(type.of) : type.kind === 'Never';
}

/** The type without the possibility that the value is missing. */
export function required(type: Type): Type {
  return type.kind === 'Opt' ? type.of : type;
}

export function isNumber(type: Type): type is Extract<Type, { kind: 'Int' | 'Dec' }> {
  return type.kind === 'Int' || type.kind === 'Dec';
}

/** The decimals of a number. */
export function scaleOf(type: Type): number {
  return type.kind === 'Dec' ? type.scale : 0;
}

/** The type of the items of several values; `Never` for none. */
export function joinedAll(types: readonly Type[]): Type | undefined {
  let result: Type | undefined = NEVER;
  for (const type of types) result = result && joined(result, type);
  return result;
}
