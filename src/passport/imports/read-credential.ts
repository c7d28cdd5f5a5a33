import { CasparianError, errorMessage } from '../../platform/index.js';
import { SECTIONS } from '../attributes/attribute.js';
import { attributeAt } from '../attributes/attributes.js';
import { isObject } from '../attributes/stored-value.js';
import { verifiedIssuer } from '../exports/data-integrity.js';
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

function verifyProof(credential: Json): void {
  try {
    verifiedIssuer(credential);
  } catch (error) {
    const reason = errorMessage(error);
    throw refused(`${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`);
  }
}

function refused(why: string): CasparianError {
  return new CasparianError('DOCUMENT_REJECTED', 'The credential cannot be imported', { why });
}
