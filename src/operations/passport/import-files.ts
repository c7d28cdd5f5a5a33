import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Import, importFacts, type ImportedFile } from '../../passport/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';

const MAX_BYTES = 16 * 1_024 * 1_024;

/** Reads the facts of files in a public data model, without a database. */
export async function importPassportFiles(paths: readonly string[], format: string): Promise<Import> {
  const files: ImportedFile[] = [];
  for (const path of paths) files.push({ name: basename(path), content: await contentOf(path) });
  return importFacts(files, format);
}

async function contentOf(path: string): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
  if (content.length <= MAX_BYTES) return content;
  throw new CasparianError('DOCUMENT_REJECTED', `'${path}' is too large for a passport`, {
    why: `It has ${content.length} bytes, and the limit is ${MAX_BYTES}.`,
  });
}
