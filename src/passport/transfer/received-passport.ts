import { CasparianError, cjsonBytes, sha256Hex } from '../../platform/index.js';
import { factTexts, memberText, memberValue, readBundle } from '../bundle/read-bundle.js';
import { type BundleVerification, verifyBundle } from '../bundle/verify-bundle.js';
import type { CompiledPassport } from '../compile/assemble-passport.js';
import { type Entry, readHistory, verifyHistory } from '../history/verify-history.js';
import type { SignedReceipt } from '../signing/sign-receipt.js';
import { sealSnapshot, type SealedSnapshot } from '../snapshot/snapshot.js';

type Texts = Readonly<Record<string, string>>;

/** A passport that another operator hands over: its last version with facts and rules, and its history. */
export interface ReceivedPassport {
  readonly product: { readonly id: string; readonly sku: string; readonly name: string };
  /** The serial number in a GS1 identifier of the battery; empty without one. */
  readonly serial: string;
  readonly receipt: Texts;
  readonly compiled: CompiledPassport;
  readonly signed: SignedReceipt;
  readonly snapshot: SealedSnapshot;
  readonly rules: { readonly dsl: string; readonly tests: string };
  readonly statements: readonly Entry[];
  /** Who is responsible now, and since when. */
  readonly operator: {
    readonly identifier: string;
    readonly name: string;
    readonly publicKey: string;
    readonly since: string;
  };
}

/**
 * Reads what the earlier operator hands over. Fails unless bundle and history are valid and belong together, and the last accepted offer names
 * the given key.
 */
export function readReceivedPassport(bundle: Uint8Array, history: Uint8Array, publicKey: Uint8Array): ReceivedPassport {
  requireValid('bundle', verifyBundle(bundle));
  requireValid('history', verifyHistory(history, { bundle }));
  const { statements } = readHistory(history);
  const operator = lastOperator(statements);
  if (operator?.publicKey !== Buffer.from(publicKey).toString('base64')) {
    throw new CasparianError(
      'PASSPORT_STATE_CONFLICT',
      'The responsibility for this battery was not moved to your key',
      {
        why:
          operator === undefined
            ? 'The history has no accepted offer.'
            : `Since ${operator.since.slice(0, 10)}, ${operator.name} is responsible, with another key.`,
        next: ['Accept the offer, and ask the earlier operator for the history after it recorded your decision.'],
      },
    );
  }
  return { ...partsOf(bundle), statements, operator };
}

function partsOf(bytes: Uint8Array): Omit<ReceivedPassport, 'statements' | 'operator'> {
  const bundle = readBundle(bytes);
  if (!bundle.members.has('facts') || !bundle.members.has('rules')) {
    throw new CasparianError('VALIDATION_ERROR', 'The bundle has no facts or no rules', {
      why: 'The next version of the passport is made from them.',
      next: ['Ask the earlier operator for the whole bundle.'],
    });
  }
  const { signature = '', ...receipt } = memberValue(bundle, 'receipt') as Texts;
  const payload = memberValue(bundle, 'payload') as {
    readonly battery_product: ReceivedPassport['product'];
    readonly fields: { readonly identification?: { readonly battery_identifier?: unknown } };
  };
  const [payloadCanonical, proofCanonical] = ['payload', 'proof'].map((name) =>
    Buffer.from(memberText(bundle, name)),
  ) as [Buffer, Buffer];
  const receiptCanonical = cjsonBytes(receipt);
  const { facts } = memberValue(bundle, 'snapshot') as {
    readonly facts: readonly { readonly fact_type: string; readonly fact_key: string; readonly payload_hash: string }[];
  };
  const texts = factTexts(bundle);
  return {
    product: payload.battery_product,
    serial: serialOf(payload.fields.identification?.battery_identifier),
    receipt,
    compiled: {
      ...{ payloadCanonical, payloadHash: receipt['payload_hash'] ?? '' },
      ...{ proofCanonical, proofRootHash: receipt['proof_root_hash'] ?? '' },
      ...{ receiptCanonical, receiptHash: sha256Hex(receiptCanonical) },
    },
    signed: {
      ...{ signature: Buffer.from(signature, 'base64'), signedCanonical: Buffer.from(memberText(bundle, 'receipt')) },
      ...{ signingKeyId: receipt['signing_key_id'] ?? '' },
      signingKeyPublic: Buffer.from(memberValue(bundle, 'public_key') as string, 'base64'),
    },
    snapshot: sealSnapshot(
      receipt['snapshot_id'] ?? '',
      facts.map((fact, index) => ({
        ...{ factType: fact.fact_type, factKey: fact.fact_key, payloadHash: fact.payload_hash },
        payloadCanonical: Buffer.from(texts[index] ?? ''),
      })),
    ),
    rules: memberValue(bundle, 'rules') as ReceivedPassport['rules'],
  };
}

/** `(01)04012345000009(21)000417` has the serial number 000417. */
function serialOf(identifier: unknown): string {
  return /\(21\)([^()]{1,20})/.exec(typeof identifier === 'string' ? identifier : '')?.[1] ?? '';
}

/** The operator of the last offer that was accepted. The history was verified before. */
function lastOperator(statements: readonly Entry[]): ReceivedPassport['operator'] | undefined {
  const accepted = statements.findLast(({ statement }) => statement['kind'] === 'TRANSFER_ACCEPTED')?.statement;
  const { decision } = (accepted?.['body'] ?? {}) as { decision?: { offer_hash: string; public_key: string } };
  const offer = statements.find(({ hash }) => hash === decision?.offer_hash)?.statement;
  if (accepted === undefined || decision === undefined || offer === undefined) return undefined;
  const { operator } = offer['body'] as { operator: { identifier: string; name: string } };
  return { ...operator, publicKey: decision.public_key, since: accepted['stated_at'] as string };
}

function requireValid(what: string, { ok, checks }: BundleVerification): void {
  if (ok) return;
  throw new CasparianError('SIGNATURE_INVALID', `The ${what} of the battery is not valid`, {
    why: checks.flatMap((check) => (check.ok ? [] : [`${check.name}: ${check.reason}`])).join('; '),
  });
}
