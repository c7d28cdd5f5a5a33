import { CasparianError, cjsonBytes, cjsonText, sha256Hex, verifyEd25519 } from '../../platform/index.js';

/** What the old operator offers: a signed statement of the kind TRANSFER_OFFERED. */
export interface Offer {
  readonly hash: string;
  readonly passportId: string;
  readonly operator: { readonly identifier: string; readonly name: string };
  /** The key that has to accept. */
  readonly operatorKey: Buffer;
  readonly expiresAt: string;
}

/** What the new operator decides (BPC-DECISION-1), with a signature of its own. */
export interface Decision {
  readonly offerHash: string;
  readonly accepted: boolean;
  readonly decidedAt: string;
  readonly reason: string | null;
  readonly publicKey: string;
  readonly signature: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads and verifies an offer. Who signed it is not decided here: the new operator knows the old one. */
export function readOffer(content: Uint8Array): Offer {
  const file = jsonOf(content, 'offer');
  const statement = objectIn(file, 'statement', 'offer');
  const hash = sha256Hex(cjsonText(statement));
  const isSigned = verifyEd25519(bytesIn(file, 'public_key'), Buffer.from(hash, 'hex'), bytesIn(file, 'signature'));
  if (statement['kind'] !== 'TRANSFER_OFFERED') throw invalid('The file is not an offer of responsibility');
  if (!isSigned) throw new CasparianError('SIGNATURE_INVALID', 'The signature does not belong to the offer');
  const body = objectIn(statement, 'body', 'offer');
  const operator = objectIn(body, 'operator', 'offer');
  return {
    hash,
    passportId: textIn(statement, 'passport_id'),
    operator: { identifier: textIn(operator, 'identifier'), name: textIn(operator, 'name') },
    operatorKey: bytesIn(body, 'operator_key'),
    expiresAt: textIn(body, 'expires_at'),
  };
}

/** What the new operator signs. */
export function decisionBytes(decision: Omit<Decision, 'signature'>): Buffer {
  return cjsonBytes({
    accepted: decision.accepted,
    decided_at: decision.decidedAt,
    decision_version: 'BPC-DECISION-1',
    offer_hash: decision.offerHash,
    public_key: decision.publicKey,
    reason: decision.reason,
  });
}

/** A decision as a file. */
export function decisionFile(decision: Decision): Buffer {
  return Buffer.from(`${cjsonText(decisionBody(decision))}\n`);
}

/** The same as a part of the statement that records it. */
export function decisionBody({ signature, ...decision }: Decision): Json {
  return { ...(JSON.parse(decisionBytes(decision).toString('utf8')) as Json), signature };
}

/** Reads a decision and verifies its signature with the key that it names. */
export function readDecision(content: Uint8Array): Decision {
  return decisionOf(jsonOf(content, 'decision'));
}

export function decisionOf(file: Json): Decision {
  const { accepted, decision_version: version, reason } = file;
  if (version !== 'BPC-DECISION-1' || typeof accepted !== 'boolean') {
    throw invalid('The file is not a decision about an offer of responsibility');
  }
  const decision = {
    accepted,
    offerHash: textIn(file, 'offer_hash'),
    decidedAt: textIn(file, 'decided_at'),
    reason: typeof reason === 'string' ? reason : null,
    publicKey: textIn(file, 'public_key'),
    signature: textIn(file, 'signature'),
  };
  const hash = Buffer.from(sha256Hex(decisionBytes(decision)), 'hex');
  if (verifyEd25519(bytesIn(file, 'public_key'), hash, bytesIn(file, 'signature'))) return decision;
  throw new CasparianError('SIGNATURE_INVALID', 'The signature does not belong to the decision and its key');
}

function jsonOf(content: Uint8Array, what: string): Json {
  try {
    const value = JSON.parse(Buffer.from(content).toString('utf8')) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Reported below, as any other content.
  }
  throw invalid(`The file is not a JSON object, so it is no ${what}`);
}

function objectIn(json: Json, name: string, what: string): Json {
  const value = json[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw invalid(`${name} is missing in the ${what}`);
}

function textIn(json: Json, name: string): string {
  const value = json[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${name} is missing or not a text`);
}

function bytesIn(json: Json, name: string): Buffer {
  return Buffer.from(textIn(json, name), 'base64');
}

function invalid(message: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', message);
}
