import { randomBytes } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InitOptions, requireCategory, templateFiles } from '../../passport/index.js';
import { CasparianError, errorMessage, hint, makeFolder } from '../../platform/index.js';

export interface InitializedFolder {
  readonly folder: string;
  readonly category: string;
  readonly files: readonly string[];
}

/** Writes a folder with workbooks and JSON to fill in. Never over a file that exists: it may be filled in. */
export async function initPassportFolder(
  folder: string,
  { category: named, ...options }: Pick<InitOptions, 'withExample' | 'withRules'> & { readonly category: string },
): Promise<InitializedFolder> {
  const category = requireCategory(named);
  const files = templateFiles({ category, ...options, salt: () => randomBytes(32).toString('hex') });
  const names = Object.keys(files);
  for (const name of names) {
    const exists = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (exists) throw occupied(folder, name);
  }
  try {
    makeFolder(folder);
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, { flag: 'wx' });
  } catch (error) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${folder}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
  return { folder, category, files: names };
}

function occupied(folder: string, name: string): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', `'${join(folder, name)}' exists already`, {
    why: 'It may be filled in, so it is not replaced.',
    next: [hint('Choose another folder', { options: { out: 'FOLDER' } })],
  });
}
