import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { CasparianError, errorMessage, readEd25519PublicKey } from '../../../platform/index.js';

export async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}

/** A key as text, or in a file. */
export async function readPublicKey(given: string): Promise<Buffer> {
  return readEd25519PublicKey(existsSync(given) ? await readInput(given) : given);
}

export async function writeOutput(path: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}
