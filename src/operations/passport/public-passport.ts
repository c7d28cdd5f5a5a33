import { type Database, tenantDatabase, type TenantDatabase } from '../../database/index.js';
import {
  attributeAt,
  type BundleVerification,
  findPassport,
  findPassportVersion,
  findProduct,
  findPublicVersion,
  passportBundle,
  type PassportVersionRecord,
  verifyBundle,
} from '../../passport/index.js';
import { provenFields, storedProof } from './proven-fields.js';

/** A field that everyone may see. */
export interface PublicField {
  readonly path: string;
  readonly label: string;
  readonly section: string;
  readonly value: unknown;
}

/** What a phone shows that scanned the code of a battery. */
export interface PublicPassport {
  readonly versionId: string;
  readonly sku: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUPERSEDED' | 'REVOKED';
  /** The version in force, if it is another one. */
  readonly successorId: string | null;
  readonly issuedAt: string;
  readonly revokedAt: number | null;
  readonly revokeReason: string | null;
  readonly signingKeyId: string;
  /** Whether the key is one that this server publishes. */
  readonly isKeyKnown: boolean;
  readonly verification: BundleVerification;
  readonly fields: readonly PublicField[];
  /** Fields that only some may see. */
  readonly restricted: number;
}

/**
 * The public part of a version. Which fields are public is decided by the attributes of the law; a field that they do not name is not public,
 * because nobody has said that it is.
 */
export async function publicPassport(
  database: Database,
  id: string,
  { publishedKeys }: { readonly publishedKeys: () => Promise<readonly { readonly publicKey: string }[]> },
): Promise<PublicPassport | undefined> {
  const found = await findPublicVersion(database, id);
  if (found === undefined) return undefined;
  const own = tenantDatabase(database, found.tenant);
  const version = await findPassportVersion(own, found.id);
  const { productId } = await findPassport(own, version.passportId);
  const { sku, name } = await findProduct(own, productId);
  const keys = await publishedKeys();
  const publicKey = version.signingKeyPublic?.toString('base64');
  return {
    ...{ versionId: version.id, sku, name, status: version.status as PublicPassport['status'] },
    ...{ issuedAt: version.issuedAt, revokedAt: version.revokedAt, revokeReason: version.revokeReason },
    successorId: found.activeVersionId === version.id ? null : found.activeVersionId,
    signingKeyId: version.signingKeyId,
    isKeyKnown: keys.some((key) => key.publicKey === publicKey),
    verification: verifyBundle(await passportBundle(own, version.id)),
    ...(await publicFields(own, version)),
  };
}

async function publicFields(
  database: TenantDatabase,
  { id }: PassportVersionRecord,
): Promise<Pick<PublicPassport, 'fields' | 'restricted'>> {
  const fields: PublicField[] = [];
  let restricted = 0;
  for (const [path, value] of provenFields(await storedProof(database, id))) {
    if (value === null) continue;
    const attribute = attributeAt(path);
    if (attribute?.access === 'public') {
      fields.push({ path, label: attribute.name, section: attribute.section, value });
    } else restricted += 1;
  }
  return { fields, restricted };
}
