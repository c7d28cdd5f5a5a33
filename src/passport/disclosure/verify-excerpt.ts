import { cjsonText, errorMessage, parseExactJson, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import type { BundleCheck, BundleVerification } from '../bundle/verify-bundle.js';
import { nodeHash, ROOT_DATA } from '../compile/proof.js';
import { AUDIENCES, maySee } from './audience.js';
import type { DisclosedField, Excerpt } from './excerpt.js';

/** Whether a file is an excerpt and not a whole bundle. */
export function isExcerpt(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes('"excerpt_version"');
}

/** Verifies an excerpt alone: the shown values and the hidden hashes give the root that the signed receipt names. Never throws. */
export function verifyExcerpt(bytes: Uint8Array, publicKey?: Uint8Array): BundleVerification {
  const checks: BundleCheck[] = [];
  const check = (name: string, proven: string, run: () => void): void => {
    try {
      run();
      checks.push({ name, ok: true, reason: proven });
    } catch (error) {
      checks.push({ name, ok: false, reason: errorMessage(error) });
    }
  };
  const read: Omit<Excerpt, 'excerpt_version'>[] = [];
  check('json', 'the file is an excerpt in canonical form', () => {
    const text = Buffer.from(bytes).toString('utf8');
    const value = parseExactJson(text) as Omit<Excerpt, 'excerpt_version'> & { readonly excerpt_version: string };
    if (cjsonText(value) !== text) throw new Error('the file is not in canonical form (BPC-CJSON-1)');
    if (value.excerpt_version !== 'BPC-EXCERPT-1') throw new Error('excerpt_version is not BPC-EXCERPT-1');
    read.push(value);
  });
  const [excerpt] = read;
  if (excerpt === undefined) return { ok: false, checks };
  const { audience, fields, receipt, public_key: key } = excerpt;
  check('fields', 'the shown values and the hashes of hidden ones give the root of the proof', () =>
    checkRoot(excerpt),
  );
  check('audience', `nothing is shown that the audience ${audience} may not see`, () => {
    if (!AUDIENCES.includes(audience)) throw new Error('the audience is not known');
    const leaked = fields.find((field) => 'path' in field && !maySee(audience, field.path));
    if (leaked !== undefined) throw new Error(`${(leaked as DisclosedField).path} is restricted`);
  });
  check('signature', 'the key has signed the receipt', () => {
    const { signature, ...unsigned } = receipt;
    const hash = Buffer.from(sha256Hex(cjsonText(unsigned)), 'hex');
    if (!verifyEd25519(Buffer.from(key, 'base64'), hash, Buffer.from(signature ?? '', 'base64'))) {
      throw new Error('the signature does not belong to the receipt and the key');
    }
  });
  if (publicKey !== undefined) {
    check('trusted_key', 'the key is the given one', () => {
      if (Buffer.from(key, 'base64').compare(publicKey) !== 0)
        throw new Error('the excerpt is signed with another key');
    });
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

function checkRoot({ fields, root_id: id, receipt }: Pick<Excerpt, 'fields' | 'root_id' | 'receipt'>): void {
  const hashes = fields.map((field) => ('path' in field ? fieldHash(field) : field.hash));
  const places = hashes.map((_, index) => index);
  const root = nodeHash(places, hashes, `],"data":${cjsonText(ROOT_DATA)},"id":${id},"type":"OP"}`);
  if (root !== receipt['proof_root_hash']) throw new Error('the root is not the one that the receipt names');
}

function fieldHash({ path, value, id, children_hashes: children }: DisclosedField): string {
  const data = cjsonText({ field: path, value });
  return nodeHash(
    children.map((_, index) => index),
    children,
    `],"data":${data},"id":${id},"type":"FIELD_REF"}`,
  );
}
