import { cjsonText, parseExactJson, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { startChecks } from '../bundle/checks.js';
import type { BundleVerification } from '../bundle/verify-bundle.js';
import { historyFactHash } from './history-fact.js';
import { decisionOf } from './transfer.js';

type Json = Readonly<Record<string, unknown>>;

/** Whether a file is the history of a battery. */
export function isHistory(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes('"history_version"');
}

export interface HistoryOptions {
  /** The key of the first operator, as it was published. */
  readonly publicKey?: Uint8Array | undefined;
  /** The bundle of a version that was made from these readings. */
  readonly bundle?: Uint8Array | undefined;
}

/**
 * Verifies the history of a battery alone: no statement was changed, removed from the middle, added or moved, and each was signed by the operator
 * who was responsible at its time. A bundle that was made later proves that none was removed at the end. Never throws.
 */
export function verifyHistory(bytes: Uint8Array, { publicKey, bundle }: HistoryOptions = {}): BundleVerification {
  const { checks, check } = startChecks();
  const read = check('json', 'the file is a history in canonical form', () => readHistory(bytes));
  if (read === undefined) return { ok: false, checks };
  const { statements, passportId } = read;
  check('chain', `the statements (${statements.length}) follow each other without a gap`, () => checkChain(read));
  check('signatures', 'every statement has the signature of its key', () => statements.forEach(checkSignature));
  check('operators', 'every statement was signed by the operator who was responsible', () => {
    checkKeys(statements, publicKey);
  });
  if (bundle !== undefined) {
    check('bundle', 'the history has everything that the passport was made from', () =>
      checkBundle(bundle, passportId, statements),
    );
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

/** One signed statement. */
export interface Entry {
  readonly statement: Json;
  readonly hash: string;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

export interface History {
  readonly passportId: string;
  readonly statements: readonly Entry[];
}

/** The statements of a history. Nothing but its form is checked. */
export function readHistory(bytes: Uint8Array): History {
  const text = Buffer.from(bytes).toString('utf8').trimEnd();
  const value = parseExactJson(text) as Json;
  if (cjsonText(value) !== text) throw new Error('the file is not in canonical form (BPC-CJSON-1)');
  if (value['history_version'] !== 'BPC-HISTORY-1') throw new Error('history_version is not BPC-HISTORY-1');
  const { passport_id: passportId, statements } = value;
  if (typeof passportId !== 'string' || !Array.isArray(statements))
    throw new Error('passport_id or statements are missing');
  return {
    passportId,
    statements: (statements as Json[]).map((entry) => ({
      statement: entry['statement'] as Json,
      hash: sha256Hex(cjsonText(entry['statement'])),
      publicKey: Buffer.from(String(entry['public_key']), 'base64'),
      signature: Buffer.from(String(entry['signature']), 'base64'),
    })),
  };
}

function checkChain({ passportId, statements }: History): void {
  for (const [index, { statement }] of statements.entries()) {
    const number = index + 1;
    if (statement['statement_version'] !== 'BPC-STATEMENT-1')
      throw new Error(`statement ${number} has another version`);
    if (statement['passport_id'] !== passportId) throw new Error(`statement ${number} is about another battery`);
    if (statement['sequence'] !== number) {
      throw new Error(
        `statement ${number} has the number ${String(statement['sequence'])}: one was removed, added or moved`,
      );
    }
    if (statement['previous_hash'] === (statements[index - 1]?.hash ?? null)) continue;
    throw new Error(`statement ${number} follows another statement than the one before it`);
  }
}

function checkSignature({ hash, publicKey, signature }: Entry, index: number): void {
  if (verifyEd25519(publicKey, Buffer.from(hash, 'hex'), signature)) return;
  throw new Error(`the signature of statement ${index + 1} does not belong to it`);
}

/** The key changes only when the operator whom an offer names has accepted it with the new key. */
function checkKeys(statements: readonly Entry[], publicKey: Uint8Array | undefined): void {
  let current = publicKey === undefined ? undefined : Buffer.from(publicKey);
  const offers = new Map<string, string>();
  let hasMoved = false;
  for (const [index, { statement, hash, publicKey: key }] of statements.entries()) {
    if (current !== undefined && !key.equals(current)) {
      throw new Error(
        `statement ${index + 1} was signed with another key than that of the operator who was responsible`,
      );
    }
    const body = statement['body'] as Json;
    if (statement['kind'] === 'TRANSFER_OFFERED') offers.set(hash, String(body['operator_key']));
    if (statement['kind'] !== 'TRANSFER_ACCEPTED') continue;
    const decision = decisionOf(body['decision'] as Json);
    if (!decision.accepted || offers.get(decision.offerHash) !== decision.publicKey) {
      throw new Error(`statement ${index + 1} accepts an offer that was not made to this key`);
    }
    offers.delete(decision.offerHash);
    current = Buffer.from(decision.publicKey, 'base64');
    hasMoved = true;
  }
  // Without the key of the first operator, keys may have been rotated before the first transfer, but not to that of a stranger after it.
  if (
    publicKey === undefined &&
    !hasMoved &&
    new Set(statements.map(({ publicKey: key }) => key.toString('base64'))).size > 1
  ) {
    throw new Error('statements were signed with several keys; give the key of the operator');
  }
}

/** The snapshot of a version that was made from readings has a fact with the length and the end of the history. */
function checkBundle(bytes: Uint8Array, passportId: string, statements: readonly Entry[]): void {
  const bundle = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    receipt?: { passport_id?: string };
    snapshot?: { facts?: readonly { fact_type: string; fact_key: string; payload_hash: string }[] };
  };
  if (bundle.receipt?.passport_id !== passportId) throw new Error('the passport is of another battery');
  if (bundle.snapshot === undefined) throw new Error('the file has no snapshot: give the bundle of the passport');
  const fact = bundle.snapshot.facts?.find((one) => one.fact_type === 'History' && one.fact_key === 'statements');
  if (fact === undefined) return;
  const isPart = statements.some(({ hash }, index) => historyFactHash(index + 1, hash) === fact.payload_hash);
  if (!isPart) throw new Error('the passport was made from statements that the history does not have');
}
