import { type Database, tenantDatabase, type TenantDatabase } from '../../database/index.js';
import {
  attributeAt,
  type Audience,
  type BundleVerification,
  findPassport,
  findPassportVersion,
  findProduct,
  findPublicStatusList,
  findPublicVersion,
  type LinkedPassport,
  newestStatusList,
  maySee,
  passportBundle,
  type PassportRecord,
  type PassportVersionRecord,
  verifyBundle,
} from '../../passport/index.js';
import { isoTime } from '../../platform/index.js';
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
  /** Of one battery; empty of the passport of a product. */
  readonly serial: string;
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
  readonly life: BatteryLife;
}

/** What became of the battery. */
export interface BatteryLife {
  /** Why the passport has ended; null while it is in use. */
  readonly endReason: string | null;
  readonly endedAt: number | null;
  /** The next and the earlier passport: the id of the version in force, or a link. */
  readonly successor: PublicLink | null;
  readonly predecessor: PublicLink | null;
  /** Who is responsible, once the responsibility has moved. */
  readonly operator: { readonly identifier: string; readonly name: string; readonly since: string } | null;
}

export type PublicLink = { readonly versionId: string } | { readonly url: string };

/**
 * The public part of a version. Which fields are public is decided by the attributes of the law; a field that they do not name is not public,
 * because no rule says that it is public.
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
  const passport = await findPassport(own, version.passportId);
  const { sku, name } = await findProduct(own, passport.productId);
  const keys = await publishedKeys();
  const publicKey = version.signingKeyPublic?.toString('base64');
  return {
    ...{ versionId: version.id, sku, serial: passport.serial, name },
    ...{ status: version.status, audience, successorId },
    ...{ issuedAt: version.issuedAt, revokedAt: version.revokedAt, revokeReason: version.revokeReason },
    signingKeyId: version.signingKeyId,
    isKeyKnown: keys.some((key) => key.publicKey === publicKey),
    verification: verifyBundle(await passportBundle(own, version.id)),
    ...(await visibleFields(own, version, audience)),
    life: await lifeOf(own, passport),
  };
}

async function lifeOf(database: TenantDatabase, passport: PassportRecord): Promise<BatteryLife> {
  const { endReason, endedAt, operator } = passport;
  return {
    ...{ endReason, endedAt },
    successor: await publicLink(database, passport.successor),
    predecessor: await publicLink(database, passport.predecessor),
    operator: operator && { identifier: operator.identifier, name: operator.name, since: operator.since },
  };
}

/** A passport whose versions were never in force is not public. */
async function publicLink(database: TenantDatabase, link: LinkedPassport | null): Promise<PublicLink | null> {
  if (link?.url !== undefined) return { url: link.url };
  if (link?.passportId === undefined) return null;
  const { currentVersionId } = await findPassport(database, link.passportId);
  return currentVersionId === null ? null : { versionId: currentVersionId };
}

/** Whether a version is in force, for programs. */
export async function publicStatus(database: Database, id: string): Promise<object | undefined> {
  const found = await findPublicVersion(database, id);
  if (found === undefined) return undefined;
  const own = tenantDatabase(database, found.tenant);
  const { passportId, revokedAt, revokeReason } = await findPassportVersion(own, found.id);
  const life = await lifeOf(own, await findPassport(own, passportId));
  return {
    passport_version_id: found.id,
    status: found.status,
    version_in_force: found.activeVersionId,
    ...{ revoked_at: isoTime(revokedAt), revoke_reason: revokeReason },
    ...{ end_reason: life.endReason, ended_at: isoTime(life.endedAt) },
    ...{ successor: linkJson(life.successor), predecessor: linkJson(life.predecessor), operator: life.operator },
  };
}

function linkJson(link: PublicLink | null): object | null {
  if (link === null) return null;
  return 'url' in link ? { url: link.url } : { passport_version_id: link.versionId };
}

/** The newest status list of the maker of a version, as it was signed. */
export async function publicStatusList(database: Database, id: string): Promise<Buffer | undefined> {
  const found = await findPublicVersion(database, id);
  if (found === undefined) return undefined;
  return (await newestStatusList(tenantDatabase(database, found.tenant), 'revocation'))?.content;
}

/** The newest status list of a maker, at the address that its credentials name. */
export async function makersStatusList(
  database: Database,
  tenant: string,
  purpose: string,
): Promise<Buffer | undefined> {
  return (await findPublicStatusList(database, tenant, purpose))?.content;
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
