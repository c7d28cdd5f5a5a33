import { readFileSync } from 'node:fs';
import {
  type Audience,
  type Category,
  checkRules,
  compilePassport,
  defaultRuleSources,
  localSigner,
  makeExcerpt,
  parseFacts,
  parseRules,
  passportView,
  type PassportView,
  qrPayload,
  readEd25519Key,
  sealSnapshot,
  signReceipt,
} from '../../../src/passport/index.js';
import { sha256Hex } from '../../../src/platform/index.js';
import { SAMPLE_INPUT } from '../sample.js';

const compiledExamples = new Map<Category, Promise<CompiledExample>>();

export interface CompiledExample {
  readonly proofCanonical: Buffer;
  readonly payloadCanonical: Buffer;
  readonly signedReceipt: Buffer;
  readonly publicKey: Buffer;
  readonly qr: string;
}

/** The example of a category, compiled with the default rules and signed with a fixed key. Compiled once. */
export function compiledExample(category: Category): Promise<CompiledExample> {
  const known = compiledExamples.get(category) ?? compile(category);
  compiledExamples.set(category, known);
  return known;
}

async function compile(category: Category): Promise<CompiledExample> {
  const path = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
  const parsing = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content: readFileSync(path) });
  const { dsl, tests } = defaultRuleSources(category);
  const parsed = parseRules(dsl);
  if (!parsing.ok || !parsed.ok) throw new Error('the example cannot be read');
  const checked = checkRules(parsed.rules);
  if (!checked.ok) throw new Error('the default rules are invalid');
  const input = {
    ...SAMPLE_INPUT,
    product: { id: SAMPLE_INPUT.product.id, sku: category.toUpperCase(), name: `Example of ${category}` },
    snapshot: sealSnapshot('0190a0b0-0000-7000-8000-000000000004', parsing.facts),
    ...{ dslSha256: sha256Hex(dsl), testsSha256: sha256Hex(tests) },
  };
  const compiled = compilePassport(input, checked.rules);
  const key = readEd25519Key(Buffer.alloc(32, 7).toString('base64'));
  const signed = await signReceipt(compiled.receiptCanonical, localSigner(SAMPLE_INPUT.signingKeyId, key));
  return {
    ...compiled,
    signedReceipt: signed.signedCanonical,
    publicKey: signed.signingKeyPublic,
    qr: qrPayload({ ...compiled, passportVersionId: SAMPLE_INPUT.passportVersionId }),
  };
}

export async function exampleView(category: Category, audience: Audience): Promise<PassportView> {
  const example = await compiledExample(category);
  const product = { sku: category.toUpperCase(), name: `Example of ${category}` };
  return passportView(makeExcerpt(example, audience), product, example.qr);
}
