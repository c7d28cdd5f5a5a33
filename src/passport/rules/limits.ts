/** Rules are input: every size has a limit. docs/design/rules.md gives the reasons. */
export const RULE_LIMITS = {
  /** Characters of a source. 10,000 lines have about 500,000. */
  sourceLength: 4_000_000,
  /** Levels of nested expressions, types and JSON. Keeps every recursion of this module far from the end of the stack. */
  depth: 200,
  /** Characters of a name. */
  nameLength: 255,
  /** Names in the path of a field. */
  pathNames: 64,
  fields: 10_000,
  /** Of a `Record` type. */
  members: 1_000,
  /** Of `Dec`. */
  scale: 18,
  /** Digits of a number, whether it is written, read from a fact or computed. */
  digits: 1_000,
  /** Expressions that one evaluation computes. */
  steps: 1_000_000,
  /** Values in a list, map or record, with everything in them. */
  valueSize: 100_000,
  /** The smallest node takes more than 100 bytes, so a proof with more nodes exceeds its limit in bytes many times. */
  proofNodes: 20_000,
  /** Of one property. */
  cases: 100_000,
  /** Expressions that all tests of a run compute together. */
  testSteps: 20_000_000,
  /** Evaluations that look for a smaller counterexample. */
  shrinkAttempts: 500,
} as const;
