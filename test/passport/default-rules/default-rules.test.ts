import { expect, test } from 'vitest';
import {
  CATEGORIES,
  checkRules,
  DEFAULT_RULES_VERSION,
  defaultRuleSources,
  formatRules,
  parseRules,
  runTests,
} from '../../../src/passport/index.js';
import { sha256Hex } from '../../../src/platform/index.js';

/** The rules of a version never change: passports name them by their hash. A change of any rule needs a new version here. */
const HASHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1.0.0': {
    ev: '0859a8a81ab37be1538982e5a984b31432f49234d49aea8f93283033ca2808c9',
    lmt: '8bc98c0a413efac6e1603d7ac24c2e6f70feea1306426afbc0035d8cbfd15cdd',
    industrial: '96687229dc159707ff1a6f970ff2e98fc82118151a940e00232f9d3a5a8b8082',
    stationary: '00753f34a034e432254d2ca34eed08f661af2d4b2f22119e14476715ddb52e72',
  },
};

test.each(CATEGORIES)('the rules of %s are those of their version', (category) => {
  expect(sha256Hex(defaultRuleSources(category).dsl)).toBe(HASHES[DEFAULT_RULES_VERSION]?.[category]);
});

test.each(CATEGORIES)('the rules of %s pass far more cases than the gate demands', (category) => {
  const { dsl, tests } = defaultRuleSources(category);
  const [rules, separate] = [dsl, tests].map((source) => {
    const parsed = parseRules(source);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    expect(formatRules(parsed.rules)).toBe(source);
    return parsed.rules;
  });
  const checked = checkRules(rules as NonNullable<typeof rules>, separate);
  if (!checked.ok) throw new Error(checked.problems[0]?.message);
  const report = runTests(checked.rules, { seed: 0n });
  expect(report.firstFailure).toBeNull();
  expect(report.passed).toBeGreaterThan(1_800);
  // A property whose condition is never true proves nothing.
  expect(report.properties.filter(({ applied }) => applied < 5)).toEqual([]);
});
