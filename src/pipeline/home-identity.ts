import { opendir, readFile, writeFile } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import type { Executor } from '../database/index.js';
import { databaseIdentity } from '../engine/index.js';
import type { PipelineHome } from './home.js';

/** Records which database the files of a home belong to. The first one stays: another one must not look like it. */
export async function rememberDatabase(database: Executor, home: PipelineHome): Promise<void> {
  const isKnown = (await knownIdentity(home)) !== undefined;
  if (isKnown || (await hasFiles(home.output))) return;
  await writeIdentity(database, home);
}

/**
 * Explains why the database is not the one that the files of a home belong to: it was replaced, emptied or cut off. Undefined if it
 * is. A home from before identities existed is recognised by its files, and then remembers its database.
 */
export async function foreignDatabase(database: Executor, home: PipelineHome): Promise<string | undefined> {
  const known = await knownIdentity(home);
  if (known !== undefined) {
    if (known === (await databaseIdentity(database))) return undefined;
    return `The files in ${home.output} belong to another database (${known.slice(0, 8)}): this one was replaced or emptied`;
  }
  const [registered] = await database.query<{ id: string }>('SELECT id FROM cf_outputs LIMIT 1');
  if (registered === undefined && (await hasFiles(home.output))) {
    return `There are files in ${home.output}, but the database has no record of any output: it was replaced or emptied`;
  }
  if (registered !== undefined) await writeIdentity(database, home);
  return undefined;
}

async function knownIdentity({ identity }: PipelineHome): Promise<string | undefined> {
  const text = await readFile(identity, 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Homes that cannot be written, or do not exist yet, stay without. */
async function writeIdentity(database: Executor, { identity }: PipelineHome): Promise<void> {
  const id = await databaseIdentity(database);
  await writeFile(identity, `${id}\n`, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
}

async function hasFiles(folder: string): Promise<boolean> {
  const entries = await opendir(folder, { recursive: true }).catch(() => undefined);
  if (entries === undefined) return false;
  for await (const entry of entries as AsyncIterable<Dirent>) if (entry.isFile()) return true;
  return false;
}
