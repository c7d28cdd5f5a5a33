import { CasparianError, verifyEd25519 } from '../../platform/index.js';
import { SECTIONS } from '../attributes/attribute.js';
import { attributeAt } from '../attributes/attributes.js';
import { isObject, scalarText } from '../attributes/stored-value.js';
import { base58Bytes } from '../exports/base58.js';
import { proofData } from '../exports/credential.js';
import { plain } from '../models/mapping/plain-value.js';
import type { ReadModel, Unmapped } from '../models/mapping/read-model.js';
import type { FactJson } from '../rules/values/value.js';

type Json = Readonly<Record<string, FactJson>>;

/** Reads the attributes of our credential. A credential whose proof is wrong is refused. */
export function readCredential(given: FactJson): ReadModel {
  const subject = isObject(given) ? given['credentialSubject'] : undefined;
  if (!isObject(given) || !isObject(subject)) throw refused('It has no credentialSubject.');
  verifyProof(given);
  const values = new Map<string, FactJson>();
  const unmapped: Unmapped[] = [];
  for (const [section, members] of Object.entries(subject)) {
    if (!(SECTIONS as readonly string[]).includes(section) || !isObject(members)) continue;
    for (const [name, value] of Object.entries(members)) {
      const attribute = attributeAt(`${section}.${name}`);
      const reason = attribute === undefined ? 'it is not an attribute' : 'it is computed from other attributes';
      if (attribute === undefined || attribute.computed !== undefined) {
        unmapped.push({ path: `/credentialSubject/${section}/${name}`, reason, value });
      } else values.set(attribute.path, plain(value));
    }
  }
  return { values, unmapped };
}

function verifyProof({ proof, ...document }: Json): void {
  if (!isObject(proof)) throw refused('It has no proof.');
  const { proofValue, ...options } = proof;
  const { cryptosuite, verificationMethod } = options;
  if (cryptosuite !== 'eddsa-jcs-2022') throw refused('Its proof is not of the kind eddsa-jcs-2022.');
  const issuer = scalarText(document['issuer'] ?? '');
  const [, key = ''] = /^did:key:z([1-9A-HJ-NP-Za-km-z]+)$/.exec(issuer) ?? [];
  if (key === '' || !scalarText(verificationMethod ?? '').startsWith(`${issuer}#`))
    throw refused('Its issuer is not a did:key.');
  const bytes = base58Bytes(key);
  const [publicKey, signature] = [bytes.subarray(2), base58Bytes(scalarText(proofValue ?? '').slice(1))];
  const isEd25519 = bytes[0] === 0xed && bytes[1] === 0x01 && publicKey.length === 32;
  if (!isEd25519 || !verifyEd25519(publicKey, proofData(document, options), signature)) {
    throw refused('The signature does not belong to its content: it was changed, or is damaged.');
  }
}

function refused(why: string): CasparianError {
  return new CasparianError('DOCUMENT_REJECTED', 'The credential cannot be imported', { why });
}
