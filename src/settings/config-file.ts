import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CasparianError, errorMessage, nearest } from '../platform/index.js';
import { SETTINGS } from './table.js';

export const CONFIG_FILE_NAME = 'casparian.toml';

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Reads one casparian.toml. Undefined when there is none at this path. */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const content = await contentOf(path);
  if (content === undefined) return undefined;
  // Most commands find no file, and need not load the parser.
  const { parse } = await import('smol-toml');
  try {
    const values = parse(content);
    for (const key of Object.keys(values)) requireKnown(key, path);
    return { path, folder: dirname(path), values };
  } catch (error) {
    throw error instanceof CasparianError ? error : unreadable(path, error);
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: the home is a file. Opening the database says so better than we can here.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(path, error);
  }
}

function requireKnown(key: string, path: string): void {
  if (Object.hasOwn(SETTINGS, key)) return;
  const guess = nearest(key, Object.keys(SETTINGS));
  throw new CasparianError('CONFIG_INVALID', `${path} has an unknown setting '${key}'`, {
    why: 'A misspelt setting would be ignored without a word.',
    next: guess ? [`Did you mean ${guess}?`] : ['`casparian config show` lists the settings there are.'],
  });
}

function unreadable(path: string, cause: unknown): CasparianError {
  return new CasparianError('CONFIG_INVALID', `${path} cannot be read`, { why: errorMessage(cause), cause });
}
