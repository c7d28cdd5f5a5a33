import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePassport } from '../../../src/passport/compile/compile-passport.js';
import { sealSnapshot } from '../../../src/passport/snapshot/snapshot.js';
import { GOLDEN_INPUTS } from '../golden/inputs.js';
import { makePassport, passportInput, typedRules } from '../golden/passport.js';
import { sampleFact } from '../sample.js';

describe('the compiler', () => {
  test('gives the same bytes for any order of facts and rules', { timeout: 60_000 }, async () => {
    const { medium } = GOLDEN_INPUTS;
    const { compiled, input } = await makePassport(medium);
    const rules = medium.rules.trim().split(/\n(?=field )/);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...medium.facts], { minLength: medium.facts.length }),
        fc.shuffledSubarray(rules, { minLength: rules.length }),
        (facts, sources) => {
          const snapshot = sealSnapshot(input.snapshot.snapshotId, facts);
          const again = compilePassport({ ...input, snapshot }, typedRules(sources.join('\n')));
          // Comparing buffers by `equals`: `toEqual` compares every byte as a property, in half a second.
          expect(again.payloadCanonical.equals(compiled.payloadCanonical)).toBe(true);
          expect(again.proofCanonical.equals(compiled.proofCanonical)).toBe(true);
          expect(again.receiptCanonical.equals(compiled.receiptCanonical)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('the payload does not depend on the time, the receipt does', async () => {
    const { compiled, input } = await makePassport(GOLDEN_INPUTS.minimal);
    const later = compilePassport(
      { ...input, issuedAt: '2027-01-01T00:00:00Z' },
      typedRules(GOLDEN_INPUTS.minimal.rules),
    );
    expect(later.payloadHash).toBe(compiled.payloadHash);
    expect(later.proofRootHash).toBe(compiled.proofRootHash);
    expect(later.receiptHash).not.toBe(compiled.receiptHash);
  });

  test.each([
    ['field a : Dec(2) = 1.00 / toDec(2, 0);', 'DIVISION_BY_ZERO', 'field a, line 1, column'],
    [
      'field a.b : Opt(Text) = recordGet(requireSome(getFact("X", "y"), "E7", "no such fact"), "x");',
      'RULE_ASSERTION_FAILED',
      'no such fact',
    ],
    [
      'field a : Int = requireSome(recordGet(requireSome(getFact("T", "k"), "E", "m"), "n"), "E", "m");',
      'RULE_TYPE_ERROR',
      'field a',
    ],
  ])('%s fails with %s', (rules, code, message) => {
    const input = passportInput({ ...GOLDEN_INPUTS.empty, rules, facts: [sampleFact('T', 'k', { n: 'many' })] });
    const compile = (): unknown => compilePassport(input, typedRules(rules));
    expect(compile).toThrow(expect.objectContaining({ code, retryable: false }));
    expect(compile).toThrow(message);
  });

  test('a failure has its place as data', () => {
    const rules = 'field a : Bool =\n  assert(1 > 2, "E42", "never");\n  true;';
    const compile = (): unknown => compilePassport(passportInput({ ...GOLDEN_INPUTS.empty, rules }), typedRules(rules));
    const facts = expect.objectContaining({ line: 2, field: 'a', rule_code: 'E42' }) as object;
    expect(compile).toThrow(expect.objectContaining({ facts }));
  });
});
