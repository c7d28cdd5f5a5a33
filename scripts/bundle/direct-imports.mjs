import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Modules of which most commands need little. The others are needed almost as a whole, and each chunk costs the time to open a file. */
const SPARSE = ['collect', 'contract', 'operations', 'parse', 'passport', 'pipeline', 'tables'];
const IMPORT = new RegExp(`^import \\{([^}]*)\\} from '(\\.[^']*/(?:${SPARSE.join('|')})/index\\.js)';`, 'gm');
const EXPORT = /^export (?:\{([^}]*)\}|\*) from '(\.[^']*)';/gm;

/** The exports of an index file, by its path: `{ names: Map(name → { file, name }), all: files of "export *" }`. */
const doors = new Map();

/**
 * Replaces imports from the index of a module by imports from the files that define the names. esbuild assigns files to chunks by what is
 * imported, used or not. Without this, a short command loads all that the modules it uses export: `jobs` took 0.6 s of CPU and takes 0.4.
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
  if (!file.endsWith('/index.ts')) return { file, name };
  const { names, all } = readDoor(file);
  const next = names.get(name);
  if (next) return definitionOf(next.file, next.name);
  for (const other of all) if (defines(other, name)) return definitionOf(other, name);
  return { file, name };
}

function readDoor(file) {
  const known = doors.get(file);
  if (known) return known;
  const door = { names: new Map(), all: [] };
  for (const [, list, from] of readFileSync(file, 'utf8').matchAll(EXPORT)) {
    if (list === undefined) door.all.push(fileOf(file, from));
    else for (const { name, local } of namesOf(list)) door.names.set(local, { file: fileOf(file, from), name });
  }
  doors.set(file, door);
  return door;
}

function defines(file, name) {
  return new RegExp(`^export (?:async )?(?:function\\*?|const|let|class) ${name}\\b`, 'm').test(
    readFileSync(file, 'utf8'),
  );
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
