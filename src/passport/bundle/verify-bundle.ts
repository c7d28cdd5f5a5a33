import { cjsonText, errorMessage, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { HARD_LIMITS } from '../compile/limits.js';
import { nestFields } from '../compile/payload.js';
import { qrPayload } from '../qr/qr-payload.js';
import { type Bundle, Fault, listOf, readBundle, recordOf, textIn } from './read-bundle.js';
import { type RecomputedProof, recomputeProof } from './recompute-proof.js';
import { replayBundle } from './replay-bundle.js';

export interface BundleCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found: why it failed, or what it proves. */
  readonly reason: string;
}

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
  const checks: BundleCheck[] = [];
  const check = <T>(name: string, proven: string, run: () => T): T | undefined => {
    try {
      const result = run();
      checks.push({ name, ok: true, reason: proven });
      return result;
    } catch (error) {
      checks.push({ name, ok: false, reason: errorMessage(error) });
      return undefined;
    }
  };
  const bundle = check('json', 'the file is a JSON object', () => readBundle(bytes));
  if (bundle === undefined) return { ok: false, checks };
  const { members } = bundle;
  const has = (name: string): boolean => Object.hasOwn(members, name);

  const proof = check('proof', 'every node has the hash of its content, and the root commits to all fields', () =>
    recomputeProof(members['proof']),
  );
  const texts = new Map<string, string>();
  check('canonical_form', 'the file is in canonical form', () => checkCanonicalForm(bundle, proof, texts));
  if (has('facts')) check('facts', 'the facts have the hashes that the snapshot lists', () => checkFacts(members));
  check('snapshot', 'the receipt names this snapshot', () => checkSnapshot(members, texts));
  if (has('rules')) check('rules', 'the receipt names these rules and tests', () => checkRules(members));
  check('payload', 'the receipt names this payload', () => checkPayload(members, texts));
  check('values', 'the payload has the values that are proven', () => checkValues(members, proof));
  check('fact_references', 'the proof refers to facts of the snapshot', () => checkFactReferences(members, proof));
  check('receipt', 'the receipt is complete and names this proof', () => checkReceipt(members, proof));
  check('signature', 'the key has signed the receipt', () => checkSignature(members));
  check('qr', 'the QR code has the hashes of this passport', () => checkQr(members));
  if (replay && has('facts') && has('rules')) {
    check('replay', 'evaluating the rules again gives the same bytes', () => replayBundle(members));
  }
  if (publicKey !== undefined) check('trusted_key', 'the key is the given one', () => checkKey(members, publicKey));
  return { ok: checks.every(({ ok }) => ok), checks };
}

type Members = Bundle['members'];

const REQUIRED = ['bundle_version', 'payload', 'proof', 'public_key', 'qr_payload', 'receipt', 'snapshot'];
const OPTIONAL = ['facts', 'rules'];

/** Encodes every member once, and keeps the texts for the checks that hash them. */
function checkCanonicalForm(
  { text, members }: Bundle,
  proof: RecomputedProof | undefined,
  texts: Map<string, string>,
): void {
  const names = Object.keys(members);
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Fault(`${missing} is missing`);
  const unknown = names.find((name) => !REQUIRED.includes(name) && !OPTIONAL.includes(name));
  if (unknown !== undefined) throw new Fault(`${unknown} is not a member of a bundle`);
  if (members['bundle_version'] !== 'BPC-BUNDLE-1') throw new Fault('bundle_version is not BPC-BUNDLE-1');
  for (const name of names) {
    texts.set(name, name === 'proof' && proof !== undefined ? proof.text : cjsonText(members[name]));
  }
  const pieces = names
    .toSorted()
    .flatMap((name, index) => [index === 0 ? '{"' : ',"', name, '":', texts.get(name) as string]);
  if ([...pieces, '}'].join('') !== text) throw new Fault('the file is not in canonical form (BPC-CJSON-1)');
}

function checkFacts(members: Members): void {
  const payloads = listOf(members['facts'], 'facts');
  const listed = listOf(recordOf(members['snapshot'], 'snapshot')['facts'], 'facts of the snapshot');
  if (payloads.length !== listed.length) {
    throw new Fault(`there are ${payloads.length} facts, and the snapshot lists ${listed.length}`);
  }
  for (const [index, entry] of listed.entries()) {
    const fact = recordOf(entry, `fact ${index} of the snapshot`);
    if (sha256Hex(cjsonText(payloads[index])) === textIn(fact, 'payload_hash')) continue;
    throw new Fault(
      `the fact ${textIn(fact, 'fact_type')} ${textIn(fact, 'fact_key')} has another hash in the snapshot`,
    );
  }
}

function checkSnapshot(members: Members, texts: ReadonlyMap<string, string>): void {
  const snapshot = recordOf(members['snapshot'], 'snapshot');
  if (textIn(snapshot, 'snapshot_version') !== 'BPC-SNAPSHOT-1')
    throw new Fault('snapshot_version is not BPC-SNAPSHOT-1');
  requireClaim(members, 'snapshot_id', textIn(snapshot, 'snapshot_id'));
  requireClaim(members, 'snapshot_hash', sha256Hex(texts.get('snapshot') ?? cjsonText(snapshot)));
}

function checkRules(members: Members): void {
  const rules = recordOf(members['rules'], 'rules');
  requireClaim(members, 'dsl_sha256', sha256Hex(textIn(rules, 'dsl')));
  requireClaim(members, 'tests_sha256', sha256Hex(textIn(rules, 'tests')));
}

function checkPayload(members: Members, texts: ReadonlyMap<string, string>): void {
  const payload = recordOf(members['payload'], 'payload');
  const text = texts.get('payload') ?? cjsonText(payload);
  if (textIn(payload, 'passport_schema') !== 'BPC-PASSPORT-1') throw new Fault('passport_schema is not BPC-PASSPORT-1');
  requireClaim(members, 'battery_product_id', textIn(recordOf(payload['battery_product'], 'battery_product'), 'id'));
  requireClaim(members, 'payload_hash', sha256Hex(text));
  if (Buffer.byteLength(text) > HARD_LIMITS.payload)
    throw new Fault(`the payload is larger than ${HARD_LIMITS.payload} bytes`);
}

/** The fields and compliance entries of the payload, put together from the proof, must be those of the payload. */
function checkValues(members: Members, proof: RecomputedProof | undefined): void {
  const { nodes, fieldIndex } = proven(proof);
  const payload = recordOf(members['payload'], 'payload');
  const values = [...fieldIndex].map(([path, id]) => [path, nodes[id]?.data['value']] as const);
  const fields = nestFields(values.filter(([, value]) => value !== null));
  if (cjsonText(fields) !== cjsonText(payload['fields']))
    throw new Fault('the fields of the payload are not those of the proof');
  const compliance = nodes
    .filter(({ type }) => type === 'COMPLIANCE_EMIT')
    .map(({ data }) => ({ clause: data['id'], evidence: data['evidence'], status: data['status'] }));
  if (cjsonText(compliance) !== cjsonText(payload['compliance'])) {
    throw new Fault('the compliance entries of the payload are not those of the proof');
  }
}

function checkFactReferences(members: Members, proof: RecomputedProof | undefined): void {
  const listed = listOf(recordOf(members['snapshot'], 'snapshot')['facts'], 'facts of the snapshot');
  const known = new Set(listed.map((fact) => cjsonText(fact)));
  for (const { id, type, data } of proven(proof).nodes) {
    if (type !== 'FACT_GET' || data['result'] === null) continue;
    const results = Array.isArray(data['result']) ? (data['result'] as unknown[]) : [data['result']];
    for (const result of results) {
      const fact = {
        fact_key: data['fact_key'],
        fact_type: data['fact_type'],
        ...recordOf(result, `the result of node ${id}`),
      };
      if (!known.has(cjsonText(fact))) throw new Fault(`node ${id} refers to a fact that is not in the snapshot`);
    }
  }
}

const RECEIPT_MEMBERS =
  'battery_product_id compiler_build_id dsl_sha256 issued_at passport_id passport_version_id payload_hash proof_root_hash receipt_version rule_package_version_id signature signature_alg signing_key_id snapshot_hash snapshot_id tenant_id tests_sha256';

function checkReceipt(members: Members, proof: RecomputedProof | undefined): void {
  const receipt = recordOf(members['receipt'], 'receipt');
  if (Object.keys(receipt).toSorted().join(' ') !== RECEIPT_MEMBERS)
    throw new Fault('the receipt has other members than BPC-RECEIPT-1');
  requireClaim(members, 'receipt_version', 'BPC-RECEIPT-1');
  requireClaim(members, 'signature_alg', 'ED25519');
  requireClaim(members, 'proof_root_hash', proven(proof).rootHash);
  if (Buffer.byteLength(proven(proof).text) > HARD_LIMITS.proof)
    throw new Fault(`the proof is larger than ${HARD_LIMITS.proof} bytes`);
}

function checkSignature(members: Members): void {
  const signature = base64Bytes(textIn(recordOf(members['receipt'], 'receipt'), 'signature'), 'signature');
  const publicKey = base64Bytes(textIn(members, 'public_key'), 'public_key');
  if (!verifyEd25519(publicKey, Buffer.from(receiptHash(members), 'hex'), signature)) {
    throw new Fault('the signature does not belong to the receipt and the public key');
  }
}

function checkQr(members: Members): void {
  const receipt = recordOf(members['receipt'], 'receipt');
  const expected = qrPayload({
    passportVersionId: textIn(receipt, 'passport_version_id'),
    payloadHash: textIn(receipt, 'payload_hash'),
    proofRootHash: textIn(receipt, 'proof_root_hash'),
    receiptHash: receiptHash(members),
  });
  if (textIn(members, 'qr_payload') !== expected) throw new Fault('the QR code has other hashes than the passport');
}

function checkKey(members: Members, publicKey: Uint8Array): void {
  if (base64Bytes(textIn(members, 'public_key'), 'public_key').equals(publicKey)) return;
  throw new Fault('the passport was signed with another key than the given one');
}

/** The hash of the receipt without its signature. */
function receiptHash(members: Members): string {
  const { signature: _, ...unsigned } = recordOf(members['receipt'], 'receipt');
  return sha256Hex(cjsonText(unsigned));
}

function requireClaim(members: Members, name: string, value: string): void {
  const claimed = textIn(recordOf(members['receipt'], 'receipt'), name);
  if (claimed !== value) throw new Fault(`the receipt names another ${name}: ${claimed}, not ${value}`);
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
