import { decisionBody, decisionBytes } from '../../../src/passport/history/transfer.js';
import { statementBytes, type StatementBody, type StatementKind } from '../../../src/passport/history/statement.js';
import { readEd25519Key } from '../../../src/passport/index.js';
import { cjsonBytes, sha256Hex, signEd25519 } from '../../../src/platform/index.js';
import { SAMPLE_KEY } from '../golden/passport.js';
import { SAMPLE_INPUT } from '../sample.js';

export const NEW_KEY = readEd25519Key(Buffer.alloc(32, 11));

/** The history of the sample battery: a reading, a transfer to another operator, and a reading of that one. */
export function movedHistory(): Buffer {
  const statements: Record<string, unknown>[] = [];
  const heads: string[] = [];
  const state = (kind: StatementKind, body: StatementBody, key = SAMPLE_KEY): void => {
    const canonical = statementBytes({
      ...{ kind, body, tenantId: SAMPLE_INPUT.tenantId, passportId: SAMPLE_INPUT.passportId },
      ...{ sequence: heads.length + 1, previousHash: heads.at(-1) ?? null },
      ...{ statedAt: '2028-01-05T08:00:00.000000Z', signingKeyId: 'dev-key-1' },
    });
    heads.push(sha256Hex(canonical));
    statements.push({
      public_key: Buffer.from(key.publicKey).toString('base64'),
      signature: signed(key, heads.at(-1) ?? ''),
      statement: JSON.parse(canonical.toString()) as unknown,
    });
  };
  const reading = (day: string) => ({
    observed_at: `2028-01-${day}T08:00:00.000Z`,
    values: { 'performance.full_cycles': 9 },
  });
  state('READING', reading('05'));
  const operatorKey = Buffer.from(NEW_KEY.publicKey).toString('base64');
  state('TRANSFER_OFFERED', {
    ...{ transfer_id: '0190a0b0-0000-7000-8000-00000000000a', operator: { identifier: 'FR-123', name: 'Seconde Vie' } },
    ...{ operator_key: operatorKey, expires_at: '2028-02-05T08:00:00.000Z' },
  });
  const decision = {
    ...{ offerHash: heads.at(-1) ?? '', accepted: true, decidedAt: '2028-01-06T08:00:00Z', reason: null },
    publicKey: operatorKey,
  };
  const signature = signed(NEW_KEY, sha256Hex(decisionBytes(decision)));
  state('TRANSFER_ACCEPTED', {
    ...{ transfer_id: '0190a0b0-0000-7000-8000-00000000000a', decision: decisionBody({ ...decision, signature }) },
  });
  state('READING', reading('07'), NEW_KEY);
  return cjsonBytes({ history_version: 'BPC-HISTORY-1', passport_id: SAMPLE_INPUT.passportId, statements });
}

function signed(key: typeof SAMPLE_KEY, hash: string): string {
  return Buffer.from(signEd25519(key, Buffer.from(hash, 'hex'))).toString('base64');
}
