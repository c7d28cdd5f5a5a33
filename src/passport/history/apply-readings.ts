import { cjsonBytes, cjsonText, sha256Hex } from '../../platform/index.js';
import { attributeAt } from '../attributes/attributes.js';
import { type BatteryFact, nameOf, payloadOf } from '../batteries/battery-facts.js';
import type { Payload } from '../documents/source.js';
import type { FactJson } from '../rules/values/value.js';
import type { SnapshotFact } from '../snapshot/snapshot.js';

/** A reading of the history. */
export interface RecordedReading {
  readonly sequence: number;
  readonly observedAt: string;
  readonly values: Readonly<Record<string, FactJson>>;
}

/**
 * The facts of the condition of a battery after its readings. Later measurements replace earlier ones, in the order of their times, not of their
 * arrival: a late reading changes nothing that is newer. Lists, such as accidents, grow.
 */
export function conditionFacts(facts: readonly SnapshotFact[], readings: readonly RecordedReading[]): BatteryFact[] {
  const before = new Map(facts.map((fact) => [nameOf(fact), payloadOf(fact)]));
  const after = new Map<string, Payload>();
  const ordered = readings.toSorted(
    (a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt) || a.sequence - b.sequence,
  );
  for (const { values } of ordered) {
    for (const [path, value] of Object.entries(values)) {
      const [section = '', member = ''] = path.split('.');
      const name = nameOf({ factType: 'Condition', factKey: section });
      const payload = after.get(name) ?? before.get(name) ?? {};
      after.set(name, { ...payload, [member]: merged(path, payload[member], value) });
    }
  }
  return [...after].map(([name, payload]) => {
    const payloadCanonical = cjsonBytes(payload);
    const [factType = '', factKey = ''] = name.split(' ');
    return { factType, factKey, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
  });
}

function merged(path: string, before: FactJson | undefined, value: FactJson): FactJson {
  if (before === undefined) return value;
  if (attributeAt(path)?.type.kind === 'list' && Array.isArray(before) && Array.isArray(value)) {
    const known = new Set((before as readonly FactJson[]).map((item) => cjsonText(item)));
    return [...(before as FactJson[]), ...(value as FactJson[]).filter((item) => !known.has(cjsonText(item)))];
  }
  return isOlder(value, before) ? before : value;
}

/** Whether a value was measured before another. */
function isOlder(value: FactJson, other: FactJson): boolean {
  const [time, otherTime] = [value, other].map(timeOf);
  return time !== undefined && otherTime !== undefined && time < otherTime;
}

function timeOf(value: FactJson): number | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { at } = value as Payload;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
