import { MAX_PROBLEMS } from './problem.js';
import type { Payload, Source, Spot } from './source.js';

export interface FoundFact {
  readonly factType: string;
  readonly factKey: string;
  readonly payload: Payload;
  readonly spot: Spot;
}

export interface FoundProblem {
  readonly message: string;
  readonly spot: Spot;
}

/** What reading a document has found so far. */
export interface Findings {
  readonly facts: readonly FoundFact[];
  readonly problems: readonly FoundProblem[];
  /** The parts of a key are joined with colons. If one is not text, its problem was reported, and the fact is left out. */
  fact(factType: string, key: readonly unknown[], source: Source): void;
  problem(message: string, spot: Spot): void;
}

export function createFindings(): Findings {
  const facts: FoundFact[] = [];
  const problems: FoundProblem[] = [];
  const keys = new Set<string>();
  const problem = (message: string, spot: Spot): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ message, spot });
  };
  return {
    facts,
    problems,
    problem,
    fact(factType, key, { payload, spot }) {
      if (!key.every((part) => typeof part === 'string')) return;
      const factKey = key.join(':');
      const name = `${factType} ${factKey}`;
      if (keys.has(name)) problem(`the document has two facts ${name}`, spot);
      keys.add(name);
      facts.push({ factType, factKey, payload, spot });
    },
  };
}
