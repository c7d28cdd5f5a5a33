import { cjsonText, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { HARD_LIMITS } from '../compile/limits.js';
import { nestFields } from '../compile/payload.js';
import { qrPayload } from '../qr/qr-payload.js';
import { type BundleCheck, startChecks } from './checks.js';
import { membersAt } from './canonical-text.js';
import { Fault, listOf, recordOf, textIn } from './fault.js';
import { type Bundle, factTexts, memberSpan, memberText, memberValue, readBundle } from './read-bundle.js';
import { dataOf, type RecomputedProof } from './recompute-proof.js';
import { replayBundle } from './replay-bundle.js';

export type { BundleCheck } from './checks.js';

export interface BundleVerification {
  readonly ok: boolean;
  readonly checks: readonly BundleCheck[];
}

export interface VerifyOptions {
  /** The 32 bytes of the key that the maker published. Without it, a bundle proves only that it is intact. */
  readonly publicKey?: Uint8Array | undefined;
  /** Whether to evaluate the rules again, if the bundle has them and the facts. Default true. */
  readonly replay?: boolean;
}

/** Verifies a passport from its bundle alone: everything that can be computed is computed again. Never throws. */
export function verifyBundle(bytes: Uint8Array, { publicKey, replay = true }: VerifyOptions = {}): BundleVerification {
  const { checks, check } = startChecks();
  const bundle = check('json', 'the file is a JSON object', () => readBundle(bytes));
  if (bundle === undefined) return { ok: false, checks };
  const has = (name: string): boolean => bundle.members.has(name);

  const proof = check('proof', 'every node has the hash of its content, and the root commits to all fields', () => {
    if (bundle.proof === undefined) throw new Fault('proof is missing');
    if ('fault' in bundle.proof) throw bundle.proof.fault;
    return bundle.proof.proof;
  });
  check('canonical_form', 'the file is in canonical form', () => checkForm(bundle));
  if (has('facts')) check('facts', 'the facts have the hashes that the snapshot lists', () => checkFacts(bundle));
  check('snapshot', 'the receipt names this snapshot', () => checkSnapshot(bundle));
  if (has('rules')) check('rules', 'the receipt names these rules and tests', () => checkRules(bundle));
  check('payload', 'the receipt names this payload', () => checkPayload(bundle));
  check('values', 'the payload has the values that are proven', () => checkValues(bundle, proof));
  check('fact_references', 'the proof refers to facts of the snapshot', () => checkFactReferences(bundle, proof));
  check('receipt', 'the receipt is complete and names this proof', () => checkReceipt(bundle, proof));
  check('signature', 'the key has signed the receipt', () => checkSignature(bundle));
  check('qr', 'the QR code has the hashes of this passport', () => checkQr(bundle));
  if (replay && has('facts') && has('rules')) {
    check('replay', 'evaluating the rules again gives the same bytes', () => replayBundle(bundle));
  }
  if (publicKey !== undefined) check('trusted_key', 'the key is the given one', () => checkKey(bundle, publicKey));
  return { ok: checks.every(({ ok }) => ok), checks };
}

const REQUIRED = ['bundle_version', 'payload', 'proof', 'public_key', 'qr_payload', 'receipt', 'snapshot'];
const OPTIONAL = ['facts', 'rules'];

function checkForm(bundle: Bundle): void {
  const names = [...bundle.members.keys()];
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Fault(`${missing} is missing`);
  const unknown = names.find((name) => !REQUIRED.includes(name) && !OPTIONAL.includes(name));
  if (unknown !== undefined) throw new Fault(`${unknown} is not a member of a bundle`);
  if (memberValue(bundle, 'bundle_version') !== 'BPC-BUNDLE-1') throw new Fault('bundle_version is not BPC-BUNDLE-1');
  if (!bundle.isCanonical) throw new Fault('the file is not in canonical form (BPC-CJSON-1)');
}

function checkFacts(bundle: Bundle): void {
  const payloads = factTexts(bundle);
  const listed = listOf(recordIn(bundle, 'snapshot')['facts'], 'facts of the snapshot');
  if (payloads.length !== listed.length) {
    throw new Fault(`there are ${payloads.length} facts, and the snapshot lists ${listed.length}`);
  }
  for (const [index, entry] of listed.entries()) {
    const fact = recordOf(entry, `fact ${index} of the snapshot`);
    if (sha256Hex(payloads[index] as string) === textIn(fact, 'payload_hash')) continue;
    throw new Fault(
      `the fact ${textIn(fact, 'fact_type')} ${textIn(fact, 'fact_key')} has another hash in the snapshot`,
    );
  }
}

function checkSnapshot(bundle: Bundle): void {
  const snapshot = recordIn(bundle, 'snapshot');
  if (textIn(snapshot, 'snapshot_version') !== 'BPC-SNAPSHOT-1')
    throw new Fault('snapshot_version is not BPC-SNAPSHOT-1');
  requireClaim(bundle, 'snapshot_id', textIn(snapshot, 'snapshot_id'));
  requireClaim(bundle, 'snapshot_hash', sha256Hex(memberText(bundle, 'snapshot')));
}

function checkRules(bundle: Bundle): void {
  const rules = recordIn(bundle, 'rules');
  requireClaim(bundle, 'dsl_sha256', sha256Hex(textIn(rules, 'dsl')));
  requireClaim(bundle, 'tests_sha256', sha256Hex(textIn(rules, 'tests')));
}

function checkPayload(bundle: Bundle): void {
  const payload = recordIn(bundle, 'payload');
  const text = memberText(bundle, 'payload');
  if (textIn(payload, 'passport_schema') !== 'BPC-PASSPORT-1') throw new Fault('passport_schema is not BPC-PASSPORT-1');
  requireClaim(bundle, 'battery_product_id', textIn(recordOf(payload['battery_product'], 'battery_product'), 'id'));
  requireClaim(bundle, 'payload_hash', sha256Hex(text));
  if (Buffer.byteLength(text) > HARD_LIMITS.payload)
    throw new Fault(`the payload is larger than ${HARD_LIMITS.payload} bytes`);
}

/** The fields and compliance entries of the payload, put together from the proof, must be those of the payload. */
function checkValues(bundle: Bundle, proof: RecomputedProof | undefined): void {
  const { nodes, fieldValues } = proven(proof);
  const payload = partTexts(bundle, 'payload');
  const fields = nestFields([...fieldValues].filter(([, value]) => value !== null));
  if (cjsonText(fields) !== payload('fields')) throw new Fault('the fields of the payload are not those of the proof');
  const compliance = nodes
    .filter(({ type }) => type === 'COMPLIANCE_EMIT')
    .map(dataOf)
    .map((data) => ({ clause: data['id'], evidence: data['evidence'], status: data['status'] }));
  if (cjsonText(compliance) !== payload('compliance')) {
    throw new Fault('the compliance entries of the payload are not those of the proof');
  }
}

function checkFactReferences(bundle: Bundle, proof: RecomputedProof | undefined): void {
  const listed = listOf(recordIn(bundle, 'snapshot')['facts'], 'facts of the snapshot');
  const known = new Set(listed.map((fact) => cjsonText(fact)));
  for (const node of proven(proof).nodes) {
    if (node.type !== 'FACT_GET') continue;
    const data = dataOf(node);
    if (data['result'] === null) continue;
    const results = Array.isArray(data['result']) ? (data['result'] as unknown[]) : [data['result']];
    for (const result of results) {
      const fact = {
        fact_key: data['fact_key'],
        fact_type: data['fact_type'],
        ...recordOf(result, `the result of node ${node.id}`),
      };
      if (!known.has(cjsonText(fact))) throw new Fault(`node ${node.id} refers to a fact that is not in the snapshot`);
    }
  }
}

const RECEIPT_MEMBERS =
  'battery_product_id compiler_build_id dsl_sha256 issued_at passport_id passport_version_id payload_hash proof_root_hash receipt_version rule_package_version_id signature signature_alg signing_key_id snapshot_hash snapshot_id tenant_id tests_sha256';

function checkReceipt(bundle: Bundle, proof: RecomputedProof | undefined): void {
  const receipt = recordIn(bundle, 'receipt');
  if (Object.keys(receipt).toSorted().join(' ') !== RECEIPT_MEMBERS)
    throw new Fault('the receipt has other members than BPC-RECEIPT-1');
  requireClaim(bundle, 'receipt_version', 'BPC-RECEIPT-1');
  requireClaim(bundle, 'signature_alg', 'ED25519');
  requireClaim(bundle, 'proof_root_hash', proven(proof).rootHash);
  if (Buffer.byteLength(memberText(bundle, 'proof')) > HARD_LIMITS.proof)
    throw new Fault(`the proof is larger than ${HARD_LIMITS.proof} bytes`);
}

function checkSignature(bundle: Bundle): void {
  const signature = base64Bytes(textIn(recordIn(bundle, 'receipt'), 'signature'), 'signature');
  const publicKey = base64Bytes(textOf(bundle, 'public_key'), 'public_key');
  if (!verifyEd25519(publicKey, Buffer.from(receiptHash(bundle), 'hex'), signature)) {
    throw new Fault('the signature does not belong to the receipt and the public key');
  }
}

function checkQr(bundle: Bundle): void {
  const receipt = recordIn(bundle, 'receipt');
  const expected = qrPayload({
    passportVersionId: textIn(receipt, 'passport_version_id'),
    payloadHash: textIn(receipt, 'payload_hash'),
    proofRootHash: textIn(receipt, 'proof_root_hash'),
    receiptHash: receiptHash(bundle),
  });
  if (textOf(bundle, 'qr_payload') !== expected) throw new Fault('the QR code has other hashes than the passport');
}

function checkKey(bundle: Bundle, publicKey: Uint8Array): void {
  if (base64Bytes(textOf(bundle, 'public_key'), 'public_key').equals(publicKey)) return;
  throw new Fault('the passport was signed with another key than the given one');
}

/** The hash of the receipt without its signature. */
function receiptHash(bundle: Bundle): string {
  const { signature: _, ...unsigned } = recordIn(bundle, 'receipt');
  return sha256Hex(cjsonText(unsigned));
}

function requireClaim(bundle: Bundle, name: string, value: string): void {
  const claimed = textIn(recordIn(bundle, 'receipt'), name);
  if (claimed !== value) throw new Fault(`the receipt names another ${name}: ${claimed}, not ${value}`);
}

function recordIn(bundle: Bundle, name: string): Readonly<Record<string, unknown>> {
  return recordOf(memberValue(bundle, name), name);
}

/** The canonical texts of the members of a member that is an object. */
function partTexts(bundle: Bundle, name: string): (part: string) => string | undefined {
  recordIn(bundle, name);
  const { members } = membersAt(bundle.source, memberSpan(bundle, name).start);
  return (part) => {
    const span = members.get(part);
    return span && bundle.source.slice(span.start, span.end);
  };
}

function textOf(bundle: Bundle, name: string): string {
  return textIn({ [name]: memberValue(bundle, name) }, name);
}

function proven(proof: RecomputedProof | undefined): RecomputedProof {
  if (proof === undefined) throw new Fault('the proof is not valid');
  return proof;
}

/** Other texts decode to the same bytes: with other last bits, or without padding. */
function base64Bytes(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Fault(`${name} is not base64`);
  return bytes;
}
