import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TenantExecutor } from '../../database/index.js';
import {
  gs1DigitalLink,
  passportArtefacts,
  passportBundle,
  passportLink,
  type PassportVersionRecord,
  qrCode,
  qrPng,
} from '../../passport/index.js';
import { CasparianError, errorMessage, makeFolder } from '../../platform/index.js';
import type { LinkCarrier } from './passport-folder.js';

/** The files of a passport, by what they contain. */
export interface PassportFiles {
  readonly payload: string;
  readonly proof: string;
  readonly receipt: string;
  readonly qrPng: string;
  readonly bundle: string;
  /** The second QR code, if a link is configured. */
  readonly linkPng: string | undefined;
}

/** Writes the artefacts of a signed version to a folder. */
export async function writePassportFiles(
  database: TenantExecutor,
  version: PassportVersionRecord,
  { folder, link }: { readonly folder: string; readonly link?: LinkCarrier | undefined },
): Promise<PassportFiles> {
  const {
    payloadCanonical,
    proofCanonical,
    signedReceipt,
    qrPng: image,
  } = await passportArtefacts(database, version.id);
  const bundle = await passportBundle(database, version.id);
  const place = (name: string): string => join(resolve(folder), name);
  const files = {
    ...{ payload: place('payload.json'), proof: place('proof.json'), receipt: place('receipt.json') },
    ...{ qrPng: place('qr.png'), bundle: place('bundle.json') },
    linkPng: link === undefined ? undefined : place('link.png'),
  };
  try {
    makeFolder(resolve(folder));
    await writeFile(files.payload, payloadCanonical);
    await writeFile(files.proof, proofCanonical);
    await writeFile(files.receipt, signedReceipt as Buffer);
    await writeFile(files.qrPng, image as Buffer);
    await writeFile(files.bundle, bundle);
    if (link !== undefined) await writeFile(files.linkPng as string, qrPng(qrCode(linkText(version, link))));
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('OUTPUT_UNWRITABLE', `The files cannot be written to ${folder}`, {
      why: errorMessage(error),
      cause: error,
    });
  }
  return files;
}

/** What the second QR code contains. */
export function linkText(
  { id, payloadHash }: Pick<PassportVersionRecord, 'id' | 'payloadHash'>,
  { resolver, gtin, serial }: LinkCarrier,
): string {
  return gtin === undefined ? passportLink(resolver, id, payloadHash) : gs1DigitalLink(resolver, gtin, serial ?? '');
}
