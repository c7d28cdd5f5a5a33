import { readFileSync } from 'node:fs';
import type { ParserFile } from './parser-file.js';

const DECLARATION = /^\s+reuse\s*(?::\s*bool\s*)?=\s*True\s*(?:#.*)?$/m;

const known = new Map<string, boolean>();

/** Bundles have other paths when they change, so the paths of many versions of parsers may come by. */
const MOST_KNOWN = 1_000;

/**
 * Whether a Python parser declares `reuse = True` in its class: one process may parse several files. Read in its source,
 * because a process is confined before it loads the parser. For parsers whose file does not change.
 */
export function declaresReuse({ language, path }: ParserFile): boolean {
  if (language !== 'python') return false;
  let found = known.get(path);
  if (found === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    found = DECLARATION.test(readFileSync(path, 'utf8'));
    known.set(path, found);
  }
  return found;
}
