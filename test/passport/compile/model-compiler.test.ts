import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePassport, createModelCompiler } from '../../../src/passport/compile/compile-passport.js';
import type { PassportInput } from '../../../src/passport/index.js';
import * as passport from '../../../src/passport/index.js';
import { cjsonBytes, parseExactJson, sha256Hex } from '../../../src/platform/index.js';

const EXAMPLES = ['ev', 'lmt', 'industrial', 'stationary'] as const;

function exampleOf(category: passport.Category): { facts: passport.SnapshotFact[]; rules: passport.TypedRules } {
  const path = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
  const parsing = passport.parseFacts({
    ...{ kind: 'BATTERY_DATA', mimeType: 'application/json', content: readFileSync(path) },
  });
  const { dsl } = passport.defaultRuleSources(category);
  if (!parsing.ok) throw new Error('the example is valid');
  return { facts: [...parsing.facts], rules: passport.checkedRules({ dsl, tests: '' }) };
}

function inputOf(facts: readonly passport.SnapshotFact[]): PassportInput {
  const id = '0190a0b0-0000-7000-8000-000000000001';
  return {
    ...{ tenantId: 't', passportId: id, passportVersionId: id, product: { id, sku: 'EV', name: 'EV' } },
    ...{ snapshot: passport.sealSnapshot(id, facts), rulePackageVersionId: id, dslSha256: 'x', testsSha256: 'x' },
    ...{ issuedAt: '2026-11-17T12:00:00.000000Z', compilerBuildId: 'b', signingKeyId: 'k' },
  };
}

type Payload = Record<string, unknown>;

/** A fact with members that were changed or removed. */
function changed(fact: passport.SnapshotFact, change: (payload: Payload) => Payload): passport.SnapshotFact {
  const payload = parseExactJson(Buffer.from(fact.payloadCanonical).toString('utf8')) as Payload;
  const payloadCanonical = cjsonBytes(change(payload));
  return { ...fact, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

/** What a compilation gives: bytes, or the code and text of its failure. */
function outcome(compile: () => passport.CompiledPassport): unknown {
  try {
    const { payloadCanonical, proofCanonical, receiptCanonical } = compile();
    return [payloadCanonical, proofCanonical, receiptCanonical].map((bytes) => bytes.toString('utf8'));
  } catch (error) {
    return String(error);
  }
}

test.each(EXAMPLES)('batteries of the category %s have the same bytes as if each was compiled alone', (category) => {
  const { facts, rules } = exampleOf(category);
  const compile = createModelCompiler(rules);
  compile(inputOf(facts));
  const index = fc.integer({ min: 0, max: facts.length - 1 });
  // Removes members, doubles lists, replaces texts by others: fields fail, take other branches, or have other nodes.
  const kind = fc.constantFrom('remove', 'double', 'text', 'salt');
  fc.assert(
    fc.property(fc.array(fc.tuple(index, fc.nat(), kind), { maxLength: 3 }), (changes) => {
      const own = [...facts];
      for (const [at, which, how] of changes) {
        own[at] = changed(own[at] as passport.SnapshotFact, (payload) => {
          const names = Object.keys(payload);
          const name = names[which % names.length] ?? '';
          const value = payload[name];
          if (how === 'salt') return { ...payload, salt: 'a'.repeat(64) };
          if (how === 'double' && Array.isArray(value))
            return { ...payload, [name]: [...(value as unknown[]), ...(value as unknown[])] };
          if (how === 'text' && typeof value === 'string') return { ...payload, [name]: `${value}1` };
          const { [name]: _, ...rest } = payload;
          return rest;
        });
      }
      const input = inputOf(own);
      expect(outcome(() => compile(input))).toEqual(outcome(() => compilePassport(input, rules)));
    }),
    { numRuns: 30 },
  );
});
