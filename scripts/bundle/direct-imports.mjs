import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Modules of which most commands need little. The others are needed almost as a whole, and each chunk costs the time to open a file. */
const SPARSE = [
  ...['app', 'collect', 'contract', 'datasets', 'events', 'operations', 'parse', 'passport', 'pipeline', 'server'],
  'tables',
];
/** The entries of a module; `datasets` has two. */
const DOOR = /\/(?:index|datasets\/sql)\.ts$/;
const IMPORT = new RegExp(
  `^import \\{([^}]*)\\} from '(\\.[^']*/(?:(?:${SPARSE.join('|')})/index|datasets/sql)\\.js)';`,
  'gm',
);
const EXPORT = /^export \{([^}]*)\} from '(\.[^']*)';/gm;

/** What each index file exports, by its path: a map from a name to the file and the name there. */
const doors = new Map();

/**
 * Replaces imports from the index of a module by imports from the files that define the names. esbuild assigns files to chunks by what is
 * imported, used or not. Without this, a short command loads all that the modules it uses export: `parser list` loaded the demo and the
 * client. It takes 0.18 s of CPU instead of 0.26 since `app`, `datasets`, `events` and `server` are in the list.
 */
export function withDirectImports(path, text) {
  return text.replaceAll(IMPORT, (statement, list, door) => {
    const byFile = new Map();
    for (const { name, local } of namesOf(list)) {
      const found = definitionOf(fileOf(path, door), name);
      const imported = found.name === local ? local : `${found.name} as ${local}`;
      byFile.set(found.file, [...(byFile.get(found.file) ?? []), imported]);
    }
    return [...byFile]
      .map(([file, names]) => `import { ${names.join(', ')} } from '${specifier(path, file)}';`)
      .join('');
  });
}

/** The file that defines what an index exports. An index that defines something itself is the place. */
function definitionOf(file, name) {
  const next = DOOR.test(file) ? exportsOf(file).get(name) : undefined;
  return next ? definitionOf(next.file, next.name) : { file, name };
}

function exportsOf(file) {
  const known = doors.get(file);
  if (known) return known;
  const exported = new Map();
  for (const [, list, from] of readFileSync(file, 'utf8').matchAll(EXPORT))
    for (const { name, local } of namesOf(list)) exported.set(local, { file: fileOf(file, from), name });
  doors.set(file, exported);
  return exported;
}

/** The values in braces; types are left out. */
function namesOf(list) {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => each.split(' as '))
    .map(([name, local = name]) => ({ name, local }));
}

function fileOf(from, path) {
  return join(dirname(from), path.replace(/\.js$/, '.ts'));
}

function specifier(from, file) {
  const path = relative(dirname(from), file).replaceAll('\\', '/').replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}
