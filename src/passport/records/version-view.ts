import type { TenantExecutor } from '../../database/index.js';
import type { Audience } from '../disclosure/audience.js';
import { audienceValues, makeExcerpt } from '../disclosure/excerpt.js';
import { type PassportView, passportView } from '../exports/passport-view.js';
import { passportPdf } from '../exports/pdf/passport-pdf.js';
import { qrPayload } from '../qr/qr-payload.js';
import { findPassport, type LinkedPassport } from './passport.js';
import { findPassportVersion, notSigned, passportArtefacts } from './passport-version.js';
import { findProduct } from './product.js';

/** What an audience sees of a stored version. */
export async function passportVersionView(
  database: TenantExecutor,
  id: string,
  audience: Audience,
): Promise<PassportView> {
  const version = await findPassportVersion(database, id);
  const { proofCanonical, signedReceipt } = await passportArtefacts(database, version.id);
  if (signedReceipt === null || version.signingKeyPublic === null) throw notSigned(version);
  const excerpt = makeExcerpt({ proofCanonical, signedReceipt, publicKey: version.signingKeyPublic }, audience);
  const { productId, predecessor } = await findPassport(database, version.passportId);
  const { sku, name } = await findProduct(database, productId);
  const qr = version.qrPayload ?? qrPayload({ ...version, passportVersionId: version.id });
  return {
    ...passportView(excerpt, { sku, name }, qr),
    predecessorId: predecessor === null ? undefined : await lastVersionOf(database, predecessor),
  };
}

/** Of a passport elsewhere, the address has the id: `/p/ID`. */
async function lastVersionOf(
  database: TenantExecutor,
  { passportId, url }: LinkedPassport,
): Promise<string | undefined> {
  if (passportId === undefined) return ID_IN_ADDRESS.exec(url ?? '')?.[1]?.toLowerCase();
  return (await findPassport(database, passportId)).currentVersionId ?? undefined;
}

const ID_IN_ADDRESS = /\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i;

/** The PDF that an export of this version would store. */
export async function previewPdf(database: TenantExecutor, id: string, audience: Audience): Promise<Buffer> {
  return passportPdf(await passportVersionView(database, id, audience));
}

/** The values that an audience sees of a version, which need not be signed. */
export async function audienceFields(
  database: TenantExecutor,
  id: string,
  audience: Audience,
): Promise<ReturnType<typeof audienceValues>> {
  const { proofCanonical } = await passportArtefacts(database, id);
  return audienceValues(proofCanonical, audience);
}
