import { compareUtf8, parseExactJson } from '../../platform/index.js';
import type { ParsedFact } from '../documents/parse-facts.js';
import type { Fact, FactLookup } from '../rules/evaluate/facts.js';
import type { SealedSnapshot, SnapshotFact } from './snapshot.js';

/** The facts of a snapshot, as rules look them up. A payload is decoded once, when a rule first reads it. */
export function factLookup({ facts }: SealedSnapshot): FactLookup {
  const byType = new Map<string, Map<string, SnapshotFact>>();
  for (const fact of facts) {
    const byKey = byType.get(fact.factType);
    if (byKey === undefined) byType.set(fact.factType, new Map([[fact.factKey, fact]]));
    else byKey.set(fact.factKey, fact);
  }
  const known = new Map<SnapshotFact, Fact>();
  const read = (fact: SnapshotFact): Fact => {
    const decodedBefore = known.get(fact);
    if (decodedBefore !== undefined) return decodedBefore;
    const decodedNow = decoded(fact);
    known.set(fact, decodedNow);
    return decodedNow;
  };
  return {
    find(type, key) {
      const fact = byType.get(type)?.get(key);
      return fact === undefined ? undefined : read(fact);
    },
    hashOf: (type, key) => byType.get(type)?.get(key)?.payloadHash,
    // The facts of a snapshot are sorted by key in the order of code points, and a Map keeps it.
    withPrefix(type, prefix) {
      const found = [...(byType.get(type)?.values() ?? [])].filter(({ factKey }) => factKey.startsWith(prefix));
      return found.map(read);
    },
  };
}

/** Facts that were just read from documents and are part of no snapshot. */
export function factsOfDocuments(facts: Iterable<ParsedFact>): FactLookup {
  const all = [...facts].map(({ factType, factKey, payload, payloadHash }): Fact => ({
    type: factType,
    key: factKey,
    payload,
    payloadHash,
  }));
  all.sort((a, b) => compareUtf8(a.key, b.key));
  return {
    find: (type, key) => all.find((fact) => fact.type === type && fact.key === key),
    withPrefix: (type, prefix) => all.filter((fact) => fact.type === type && fact.key.startsWith(prefix)),
  };
}

function decoded({ factType, factKey, payloadHash, payloadCanonical }: SnapshotFact): Fact {
  const payload = parseExactJson(Buffer.from(payloadCanonical).toString('utf8')) as Fact['payload'];
  return { type: factType, key: factKey, payload, payloadHash };
}
