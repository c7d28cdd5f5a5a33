import { bundleInvalid } from './bundle-invalid.js';

const MAX_NAME_BYTES = 512;

/** The problem with a name inside a bundle, or undefined. A name must refer to the same file on every machine. */
export function problemOfName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `it is longer than ${MAX_NAME_BYTES} bytes`;
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'it is absolute';
  if (name.includes('\\')) return 'it has a backslash, which separates folders on some machines only';
  if (name.includes('\uFFFD')) return 'it is not UTF-8';
  if (/\p{Cc}/u.test(name)) return 'it has a control character';
  if (name !== name.normalize('NFC')) return 'its letters are not composed (NFC)';
  const parts = name.split('/');
  if (parts.includes('..')) return 'it leads out of the bundle';
  if (parts.includes('.') || parts.includes('')) return 'it has an empty part';
  return undefined;
}

/**
 * Names that differ only in case are one file on a Mac, and a name cannot be both a file and a folder. Either would
 * unpack differently from what was packed.
 */
export function requireDistinctNames(names: readonly string[]): void {
  const files = new Set<string>();
  const spellings = new Map<string, string>();
  for (const name of names) {
    if (files.has(name)) throw bundleInvalid(`The bundle contains '${name}' twice`);
    files.add(name);
  }
  for (const name of names) {
    for (const path of [...foldersOf(name), name]) {
      if (path !== name && files.has(path)) throw bundleInvalid(`'${path}' is a file and a folder in the bundle`);
      const folded = path.toLowerCase();
      const other = spellings.get(folded) ?? path;
      if (other !== path) throw differInCaseOnly(other, path);
      spellings.set(folded, path);
    }
  }
}

function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function differInCaseOnly(one: string, other: string): Error {
  return bundleInvalid(
    `'${one}' and '${other}' differ in upper and lower case only`,
    'On a Mac they would be the same file.',
    ['Rename one of them.'],
  );
}

/** Sorted by bytes, which does not depend on the locale or on JavaScript's string order. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
}
