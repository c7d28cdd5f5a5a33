import { CasparianError, cjsonBytes, parseExactJson, sha256Hex } from '../../platform/index.js';
import type { Level } from '../attributes/attribute.js';
import { createFindings } from '../documents/findings.js';
import { type FlatValue, flatDataFacts } from '../documents/kinds/battery-data.js';
import type { Payload } from '../documents/source.js';
import type { SnapshotFact } from '../snapshot/snapshot.js';

/** A fact of one battery before it is stored. */
export interface BatteryFact extends SnapshotFact {
  readonly payloadCanonical: Buffer;
}

export interface BatteryFacts {
  /** Those of the model that the battery does not state itself. */
  readonly shared: readonly SnapshotFact[];
  readonly own: readonly BatteryFact[];
}

/**
 * The facts of a battery: those of its model, and its own. Its values are added to those that the model states for the same section, such as
 * the operator of all batteries. `saltOf` gives the salt of an own fact.
 */
export function batteryFacts(
  model: readonly SnapshotFact[],
  values: readonly FlatValue[],
  saltOf: (fact: { readonly factType: string; readonly factKey: string }) => string | undefined,
): BatteryFacts {
  const stated = sectionsOf(values);
  const isOwn = (fact: SnapshotFact): boolean => stated.has(nameOf(fact));
  const base = new Map(model.filter(isOwn).map((fact) => [nameOf(fact), payloadOf(fact)]));
  const own = [...stated].map(([name, { factType, factKey, payload }]) => {
    const salt = saltOf({ factType, factKey });
    const merged = { ...base.get(name), ...payload, ...(salt === undefined ? {} : { salt }) };
    const payloadCanonical = cjsonBytes(merged);
    return { factType, factKey, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
  });
  return { shared: model.filter((fact) => !isOwn(fact)), own };
}

/** The values of a battery by the facts that hold them. Fails with all reasons. */
export function sectionsOf(
  values: readonly FlatValue[],
): Map<string, { readonly factType: Level; readonly factKey: string; readonly payload: Payload }> {
  const findings = createFindings();
  flatDataFacts(values, findings);
  if (findings.problems.length > 0) {
    throw new CasparianError('DOCUMENT_REJECTED', findings.problems.map(({ message }) => message).join('; '));
  }
  return new Map(
    findings.facts.map(({ factType, factKey, payload }) => [
      nameOf({ factType, factKey }),
      { factType: factType as Level, factKey, payload },
    ]),
  );
}

export function nameOf({ factType, factKey }: { readonly factType: string; readonly factKey: string }): string {
  return `${factType} ${factKey}`;
}

export function payloadOf({ payloadCanonical }: SnapshotFact): Payload {
  return parseExactJson(Buffer.from(payloadCanonical).toString('utf8')) as Payload;
}
