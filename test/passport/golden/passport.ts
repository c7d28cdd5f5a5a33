import { type CompiledPassport, type PassportInput } from '../../../src/passport/compile/assemble-passport.js';
import { compilePassport } from '../../../src/passport/compile/compile-passport.js';
import { bundleBytes } from '../../../src/passport/bundle/bundle.js';
import { checkRules } from '../../../src/passport/rules/check/check-rules.js';
import type { TypedRules } from '../../../src/passport/rules/check/typed.js';
import { parseRules } from '../../../src/passport/rules/syntax/parse-rules.js';
import { localSigner } from '../../../src/passport/signing/signer.js';
import { type SignedReceipt, signReceipt } from '../../../src/passport/signing/sign-receipt.js';
import { sealSnapshot } from '../../../src/passport/snapshot/snapshot.js';
import { readEd25519Key, sha256Hex } from '../../../src/platform/index.js';
import { SAMPLE_INPUT } from '../sample.js';
import type { GoldenInput } from './inputs.js';

export const SAMPLE_KEY = readEd25519Key(Buffer.alloc(32, 7));
const TESTS = '-- no tests';

export function typedRules(source: string): TypedRules {
  const parsed = parseRules(source);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const checked = checkRules(parsed.rules);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.rules;
}

export function passportInput({ facts, rules, product }: GoldenInput): PassportInput {
  return {
    ...SAMPLE_INPUT,
    product,
    snapshot: sealSnapshot(SAMPLE_INPUT.snapshot.snapshotId, facts),
    dslSha256: sha256Hex(rules),
    testsSha256: sha256Hex(TESTS),
  };
}

export interface MadePassport {
  readonly input: PassportInput;
  readonly compiled: CompiledPassport;
  readonly signed: SignedReceipt;
}

export async function makePassport(golden: GoldenInput): Promise<MadePassport> {
  const input = passportInput(golden);
  const compiled = compilePassport(input, typedRules(golden.rules));
  const signed = await signReceipt(compiled.receiptCanonical, localSigner(input.signingKeyId, SAMPLE_KEY));
  return { input, compiled, signed };
}

/** A bundle with facts and rules. */
export async function makeBundle(golden: GoldenInput, isWhole = true): Promise<Buffer> {
  const { input, compiled, signed } = await makePassport(golden);
  return bundleBytes({
    compiled,
    signed,
    passportVersionId: input.passportVersionId,
    snapshot: input.snapshot,
    withFacts: isWhole,
    rules: isWhole ? { dsl: golden.rules, tests: TESTS } : undefined,
  });
}
