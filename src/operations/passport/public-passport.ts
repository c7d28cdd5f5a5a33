import { type Database, tenantDatabase, type TenantDatabase } from '../../database/index.js';
import {
  attributeAt,
  type Audience,
  type BundleVerification,
  findPassport,
  findPassportVersion,
  findProduct,
  findPublicVersion,
  maySee,
  passportBundle,
  type PassportVersionRecord,
  verifyBundle,
} from '../../passport/index.js';
import { provenFields, storedProof } from './proven-fields.js';

/** A field that the audience may see. */
export interface PublicField {
  readonly path: string;
  readonly label: string;
  readonly section: string;
  readonly value: unknown;
}

/** What a phone shows that scanned the code of a battery, or will show once the version is in force. */
export interface PublicPassport {
  readonly versionId: string;
  readonly sku: string;
  readonly name: string;
  readonly status: PassportVersionRecord['status'];
  readonly audience: Audience;
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
  /** Fields that the audience may not see. */
  readonly restricted: number;
}

/**
 * The public part of a version. Which fields are public is decided by the attributes of the law; a field that they do not name is not public,
 * because nobody has said that it is.
 */
export async function publicPassport(
  database: Database,
  id: string,
  keys: PublishedKeys,
): Promise<PublicPassport | undefined> {
  const found = await findPublicVersion(database, id);
  if (found === undefined) return undefined;
  const successorId = found.activeVersionId === found.id ? null : found.activeVersionId;
  return shownVersion(tenantDatabase(database, found.tenant), found.id, { ...keys, audience: 'public', successorId });
}

/** The page of a version as an audience sees it, before or after it is in force. For people of the tenant, not for the public. */
export function passportPreview(
  database: TenantDatabase,
  id: string,
  shown: PublishedKeys & { readonly audience: Audience },
): Promise<PublicPassport> {
  return shownVersion(database, id, { ...shown, successorId: null });
}

interface PublishedKeys {
  readonly publishedKeys: () => Promise<readonly { readonly publicKey: string }[]>;
}

async function shownVersion(
  own: TenantDatabase,
  id: string,
  { publishedKeys, audience, successorId }: PublishedKeys & Pick<PublicPassport, 'audience' | 'successorId'>,
): Promise<PublicPassport> {
  const version = await findPassportVersion(own, id);
  const { productId } = await findPassport(own, version.passportId);
  const { sku, name } = await findProduct(own, productId);
  const keys = await publishedKeys();
  const publicKey = version.signingKeyPublic?.toString('base64');
  return {
    ...{ versionId: version.id, sku, name, status: version.status, audience, successorId },
    ...{ issuedAt: version.issuedAt, revokedAt: version.revokedAt, revokeReason: version.revokeReason },
    signingKeyId: version.signingKeyId,
    isKeyKnown: keys.some((key) => key.publicKey === publicKey),
    verification: verifyBundle(await passportBundle(own, version.id)),
    ...(await visibleFields(own, version, audience)),
  };
}

async function visibleFields(
  database: TenantDatabase,
  { id }: PassportVersionRecord,
  audience: Audience,
): Promise<Pick<PublicPassport, 'fields' | 'restricted'>> {
  const fields: PublicField[] = [];
  let restricted = 0;
  for (const [path, value] of provenFields(await storedProof(database, id))) {
    if (value === null) continue;
    const attribute = attributeAt(path);
    if (attribute !== undefined && maySee(audience, path)) {
      fields.push({ path, label: attribute.name, section: attribute.section, value });
    } else restricted += 1;
  }
  return { fields, restricted };
}
