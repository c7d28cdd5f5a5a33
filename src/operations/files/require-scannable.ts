import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';

/**
 * The real path of a folder that may be scanned on behalf of others: it must be inside of one that the administrator has named,
 * whatever links lead to it.
 */
export async function requireScannable(path: string, allowed: readonly string[]): Promise<string> {
  const real = await realOf(path);
  for (const folder of allowed) {
    const inside = relative(await realOf(folder), real);
    if (!inside.startsWith('..') && !isAbsolute(inside)) return real;
  }
  throw new CasparianError('NOT_PERMITTED', `'${path}' may not be scanned over HTTP`, {
    why: allowed.length === 0 ? 'No folder is allowed.' : `Allowed are ${allowed.join(', ')}.`,
    next: ['Add the folder to http_scan_folders (CASPARIAN_HTTP_SCAN_FOLDERS), or upload the file.'],
  });
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `There is no folder '${path}'`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}
