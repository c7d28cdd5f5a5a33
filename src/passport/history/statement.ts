import { cjsonBytes, parseExactJson, sha256Hex } from '../../platform/index.js';

/** What can be stated about a battery. */
export const STATEMENT_KINDS = [
  'READING',
  'ENDED',
  'SUCCEEDS',
  'TRANSFER_OFFERED',
  'TRANSFER_ACCEPTED',
  'TRANSFER_REFUSED',
  'TRANSFER_WITHDRAWN',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export type StatementBody = Readonly<Record<string, unknown>>;

/** A statement about one battery (BPC-STATEMENT-1), before it is signed. */
export interface StatementClaims {
  readonly kind: StatementKind;
  readonly tenantId: string;
  readonly passportId: string;
  /** From 1. */
  readonly sequence: number;
  /** The hash of the statement before; null of the first. */
  readonly previousHash: string | null;
  /** When it was recorded, in UTC. When something was measured is in the body. */
  readonly statedAt: string;
  readonly signingKeyId: string;
  readonly body: StatementBody;
}

/** The canonical bytes. Their SHA-256 is what is signed, and what the next statement names. */
export function statementBytes(claims: StatementClaims): Buffer {
  return cjsonBytes({
    body: claims.body,
    kind: claims.kind,
    passport_id: claims.passportId,
    previous_hash: claims.previousHash,
    sequence: claims.sequence,
    signing_key_id: claims.signingKeyId,
    stated_at: claims.statedAt,
    statement_version: 'BPC-STATEMENT-1',
    tenant_id: claims.tenantId,
  });
}

/** Equal for statements that say the same, whenever they arrive. */
export function contentHash(kind: StatementKind, body: StatementBody): string {
  return sha256Hex(cjsonBytes({ body, kind }));
}

/** One signed statement as a file, such as an offer. */
export function signedStatementJson(
  canonical: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Record<string, unknown> {
  return {
    public_key: Buffer.from(publicKey).toString('base64'),
    signature: Buffer.from(signature).toString('base64'),
    statement: parseExactJson(Buffer.from(canonical).toString('utf8')),
  };
}
