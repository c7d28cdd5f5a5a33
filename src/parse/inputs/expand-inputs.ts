import { stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { InputFile } from '../../tables/index.js';
import { filesMatching } from './files-matching.js';

export interface GivenInput {
  readonly text: string;
  /** The argument's raw bytes, if they are known and not UTF-8. */
  readonly bytes: Buffer | undefined;
}

/** Every file that the arguments name, once each, in the given order; the matches of a pattern are sorted by name. */
export async function expandInputs(given: readonly GivenInput[]): Promise<InputFile[]> {
  const inputs = new Map<string, InputFile>();
  for (const argument of given) {
    for (const input of await filesOf(argument)) inputs.set(input.bytes?.toString('hex') ?? input.path, input);
  }
  return [...inputs.values()];
}

async function filesOf({ text, bytes }: GivenInput): Promise<InputFile[]> {
  if (bytes !== undefined) return [{ name: printableBytes(bytes), path: resolve(text), bytes }];
  const matches = isPattern(text) && !(await exists(text)) ? await filesMatching(text) : [];
  // An existing file whose name looks like a pattern is used as a file. A pattern without a match is treated as a
  // missing file.
  const files = matches.length > 0 ? matches : [{ name: text, path: resolve(text) }];
  return files.map((file) => ({ ...file, bytes: undefined }));
}

export function isPattern(text: string): boolean {
  return /[*?[\]{}()!]/.test(text);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Bytes that are not UTF-8 are shown as \xNN, so that two names never look the same. */
function printableBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}

/** A folder name for each input, if there are several outputs: as short as possible without duplicates. */
export function folderNames(inputs: readonly InputFile[]): string[] {
  const stems = inputs.map(({ name }) => stemOf(basename(name)));
  const names = inputs.map(({ name }, index) =>
    stems.filter((stem) => stem === stems[index]).length > 1 ? basename(name) : (stems[index] ?? ''),
  );
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
    taken.add(free);
    return free;
  });
}

/** `...csv` has the stem `..`, which is an existing folder. */
function stemOf(name: string): string {
  const stem = basename(name, extname(name));
  return stem === '.' || stem === '..' ? name : stem;
}
