import { CasparianError, verifyEd25519 } from '../../platform/index.js';
import { proofData } from '../exports/credential.js';

type Json = Readonly<Record<string, unknown>>;

/** Verifies the eddsa-jcs-2022 proof of a credential whose key is a did:key. Returns the 32 bytes of the key. */
export function verifiedIssuer(credential: Json): Buffer {
  const { proof, ...document } = credential;
  if (typeof proof !== 'object' || proof === null) throw invalid('the credential has no proof');
  const { proofValue, ...options } = proof as Record<string, unknown>;
  if (options['cryptosuite'] !== 'eddsa-jcs-2022') throw invalid('the proof is not of the suite eddsa-jcs-2022');
  if (options['proofPurpose'] !== 'assertionMethod')
    throw invalid('the proof has another purpose than assertionMethod');
  const method = String(options['verificationMethod']);
  const [did = '', key = ''] = method.split('#');
  if (did !== `did:key:${key}` || document['issuer'] !== did) throw invalid('the proof was not made by the issuer');
  const publicKey = publicKeyOf(key);
  const signature = base58Bytes(String(proofValue).slice(1));
  if (verifyEd25519(publicKey, proofData(document, options), signature)) return publicKey;
  throw invalid('the signature does not belong to the credential');
}

/** The key of a Multikey text: `z`, then the prefix of Ed25519 and 32 bytes in base58btc. */
function publicKeyOf(multikey: string): Buffer {
  const bytes = multikey.startsWith('z') ? base58Bytes(multikey.slice(1)) : Buffer.alloc(0);
  if (bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01) return bytes.subarray(2);
  throw invalid('the issuer is not a did:key of Ed25519');
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function base58Bytes(text: string): Buffer {
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) throw invalid('the text is not base58');
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')]);
}

function invalid(message: string): CasparianError {
  return new CasparianError('SIGNATURE_INVALID', message);
}
