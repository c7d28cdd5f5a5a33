import { readFile } from 'node:fs/promises';
import type { Database } from '../../database/index.js';
import {
  databaseSource,
  openExport,
  readTreeHead,
  type SignedTreeHead,
  verifyEvents,
  type VerifyReport,
} from '../../events/index.js';
import { CasparianError, errorMessage, readPublicKey } from '../../platform/index.js';

export interface VerifyLogOptions {
  /** Public keys that may have signed tree heads: base64, PEM, or the path of a file with one. */
  readonly publicKeys: readonly string[];
  /** The public keys of this installation, which sign or have signed. */
  readonly ownKeys?: readonly string[];
  /** Files with tree heads that were saved before. */
  readonly headFiles: readonly string[];
  readonly onProgress: (events: number) => void;
  readonly signal: AbortSignal;
}

/** Verifies the event log of a tenant. */
export async function verifyLog(database: Database, tenant: string, options: VerifyLogOptions): Promise<VerifyReport> {
  return verifyEvents(databaseSource(database, tenant), await checksOf(options));
}

/** Verifies an export. Needs no database. */
export async function verifyExport(path: string, options: VerifyLogOptions): Promise<VerifyReport> {
  const checks = await checksOf(options);
  return verifyEvents(await openExport(path), checks);
}

async function checksOf({ publicKeys, ownKeys = [], headFiles, onProgress, signal }: VerifyLogOptions) {
  const given = await Promise.all(publicKeys.map(publicKeyOf));
  return {
    trustedKeys: [...given, ...ownKeys],
    savedHeads: await Promise.all(headFiles.map(headIn)),
    ...{ onProgress, signal },
  };
}

async function publicKeyOf(given: string): Promise<string> {
  return readPublicKey(await readFile(given, 'utf8').catch(() => given));
}

async function headIn(path: string): Promise<SignedTreeHead> {
  try {
    return readTreeHead(Object(JSON.parse(await readFile(path, 'utf8'))) as Record<string, unknown>, path);
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('EVENTS_FILE_INVALID', `${path} is not a tree head`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}
