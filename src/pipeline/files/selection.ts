import { basename, dirname, sep } from 'node:path';
import { type PipelineHome, pipelineHome } from '../home.js';
import { matcherOf, type PathMatcher } from './glob.js';
import { type IgnoreRules, ignoreRules, readIgnoreFile } from './ignore-rules.js';
import { isUsuallyIgnored, isUsuallyIgnoredFolder } from './usual-names.js';

/** The files of a folder that a scan covers. Paths are absolute. */
export interface Selection {
  readonly takesFile: (path: string, name: string) => boolean;
  readonly entersFolder: (path: string, name: string) => boolean;
  /** Whether a walk from the root would visit this file. */
  readonly reaches: (path: string) => boolean;
}

export interface SelectionOptions {
  /** Absolute. Patterns are relative to it, or to the folder of a root that is one file. */
  readonly root: string;
  /** True by default. */
  readonly isFolder?: boolean;
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  readonly home: string | undefined;
  /** The lines of `.casparianignore`; read from the root if absent. */
  readonly ignoreFile?: readonly string[];
}

export async function createSelection(options: SelectionOptions): Promise<Selection> {
  const { isFolder = true, patterns, ignore, home } = options;
  const root = isFolder ? options.root : dirname(options.root);
  const ignored = options.ignoreFile ?? (await readIgnoreFile(root));
  const rules = ignoreRules([...ignored, ...ignore, ...(home === root ? HOME_FILES : [])]);
  const wanted = patterns.map(matcherOf);
  const ours = new Set(home === undefined ? [] : [home, ...foldersOf(pipelineHome(home))]);
  const rootLength = root.endsWith(sep) ? root.length : root.length + 1;
  const takesFile = (path: string, name: string): boolean =>
    // A file that the user has named is included, whatever its name.
    (!isUsuallyIgnored(name) || path === options.root) && isWanted(path.slice(rootLength), name, wanted, rules);
  const entersFolder = (path: string, name: string): boolean =>
    !isUsuallyIgnoredFolder(name) && !ours.has(path) && !rules?.(path.slice(rootLength), true);
  const entersAll = (path: string): boolean =>
    path.length <= root.length || (entersFolder(path, basename(path)) && entersAll(dirname(path)));
  return { takesFile, entersFolder, reaches: (path) => takesFile(path, basename(path)) && entersAll(dirname(path)) };
}

/** For a scan of the home folder itself: the database must not be an input. */
const HOME_FILES: readonly string[] = ['/casparian.db*', '/casparian.toml', '/daemon.lock*', '/daemon.json'];

function foldersOf({ bundles, environments, output, staging, logs, spool, extensions }: PipelineHome): string[] {
  return [bundles, environments, output, staging, logs, spool, extensions];
}

function isWanted(
  relativePath: string,
  name: string,
  wanted: readonly PathMatcher[],
  rules: IgnoreRules | undefined,
): boolean {
  if (wanted.length > 0 && !wanted.some((matches) => matches(relativePath, name))) return false;
  return !rules?.(relativePath, false);
}
