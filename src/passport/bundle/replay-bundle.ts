import type { CompiledPassport } from '../compile/assemble-passport.js';
import { compilePassport } from '../compile/compile-passport.js';
import { checkRules } from '../rules/check/check-rules.js';
import type { TypedRules } from '../rules/check/typed.js';
import { parseRules } from '../rules/syntax/parse-rules.js';
import { sealSnapshot } from '../snapshot/snapshot.js';
import { Fault, listOf, recordOf, textIn } from './fault.js';
import { type Bundle, factTexts, memberValue } from './read-bundle.js';

/** Compiles the passport again from the facts and rules of its bundle, and compares payload and proof (BPC-REPLAY-1). */
export function replayBundle(bundle: Bundle): void {
  const receipt = recordOf(memberValue(bundle, 'receipt'), 'receipt');
  const claim = (name: string): string => textIn(receipt, name);
  const product = recordOf(recordOf(memberValue(bundle, 'payload'), 'payload')['battery_product'], 'battery_product');
  const compiled = compilePassport(
    {
      tenantId: claim('tenant_id'),
      passportId: claim('passport_id'),
      passportVersionId: claim('passport_version_id'),
      product: { id: textIn(product, 'id'), sku: textIn(product, 'sku'), name: textIn(product, 'name') },
      snapshot: sealSnapshot(claim('snapshot_id'), factsOf(bundle)),
      rulePackageVersionId: claim('rule_package_version_id'),
      dslSha256: claim('dsl_sha256'),
      testsSha256: claim('tests_sha256'),
      issuedAt: claim('issued_at'),
      compilerBuildId: claim('compiler_build_id'),
      signingKeyId: claim('signing_key_id'),
    },
    rulesOf(bundle),
  );
  requireSame(compiled, 'payloadHash', claim('payload_hash'), 'payload');
  requireSame(compiled, 'proofRootHash', claim('proof_root_hash'), 'proof');
}

function requireSame(
  compiled: CompiledPassport,
  name: 'payloadHash' | 'proofRootHash',
  claimed: string,
  what: string,
): void {
  if (compiled[name] !== claimed) throw new Fault(`evaluating the rules again gives another ${what}`);
}

function factsOf(bundle: Bundle): Parameters<typeof sealSnapshot>[1] {
  const payloads = factTexts(bundle);
  const listed = listOf(recordOf(memberValue(bundle, 'snapshot'), 'snapshot')['facts'], 'facts of the snapshot');
  return listed.map((entry, index) => {
    const fact = recordOf(entry, `fact ${index} of the snapshot`);
    return {
      factType: textIn(fact, 'fact_type'),
      factKey: textIn(fact, 'fact_key'),
      payloadHash: textIn(fact, 'payload_hash'),
      payloadCanonical: Buffer.from(payloads[index] ?? 'null', 'utf8'),
    };
  });
}

function rulesOf(bundle: Bundle): TypedRules {
  const parsed = parseRules(textIn(recordOf(memberValue(bundle, 'rules'), 'rules'), 'dsl'));
  if (!parsed.ok) throw new Fault(`the rules cannot be parsed: ${parsed.problem.message}`);
  const checked = checkRules(parsed.rules);
  if (!checked.ok) throw new Fault(`the rules are not valid: ${checked.problems[0]?.message ?? ''}`);
  return checked.rules;
}
