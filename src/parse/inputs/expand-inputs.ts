import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import type { InputFile } from '../../tables/index.js';

export interface GivenInput {
  readonly text: string;
  /** The argument's raw bytes, where the system tells them and they are not UTF-8. */
  readonly bytes: Buffer | undefined;
}

/** Every file that the arguments name, once each, in the order given; the matches of a pattern in order of name. */
export async function expandInputs(given: readonly GivenInput[]): Promise<InputFile[]> {
  const inputs = new Map<string, InputFile>();
  for (const argument of given) {
    for (const input of await filesOf(argument)) inputs.set(input.bytes?.toString('hex') ?? input.path, input);
  }
  return [...inputs.values()];
}

async function filesOf({ text, bytes }: GivenInput): Promise<InputFile[]> {
  if (bytes !== undefined) return [{ name: printableBytes(bytes), path: resolve(text), bytes }];
  const matches = isPattern(text) && !(await exists(text)) ? await matchesOf(text) : [];
  // A file whose name looks like a pattern is that file, and a pattern that matches nothing a file that is missing.
  return (matches.length > 0 ? matches : [text]).map((name) => ({ name, path: resolve(name), bytes: undefined }));
}

function isPattern(text: string): boolean {
  return /[*?[\]{}()!]/.test(text);
}

async function matchesOf(pattern: string): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  return (await glob(pattern, { absolute: false, onlyFiles: true, expandDirectories: false, dot: false })).sort();
}

/** Throws when there is nothing to read. Asked as each run begins, so that one missing file does not stop the others. */
export async function requireReadable(input: InputFile): Promise<void> {
  const target = input.bytes ?? input.path;
  try {
    if ((await stat(target)).isDirectory()) throw folder(input.name);
    await access(target, constants.R_OK);
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(input, error);
    throw new CasparianError('INPUT_UNREADABLE', `'${input.name}' cannot be read`, {
      why: code === 'EACCES' ? 'You have no permission to read it.' : (error as Error).message,
      next: code === 'EACCES' ? [`See who may: ls -l '${input.name}'`] : [],
      cause: error,
    });
  }
}

function missing({ name, path }: InputFile, cause: unknown): CasparianError {
  if (isPattern(name)) {
    return new CasparianError('INPUT_NOT_FOUND', `No file matches '${name}'`, {
      why: `Looked in ${process.cwd()}.`,
      next: ['Check the pattern; ** goes into folders.'],
      cause,
    });
  }
  return new CasparianError('INPUT_NOT_FOUND', `There is no file '${name}'`, {
    why: `${path} does not exist.`,
    next: ['Check the path; it is relative to the folder you are in.'],
    cause,
  });
}

function folder(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a folder`, {
    why: 'A parser reads one file at a time.',
    next: [`Name the files in it: '${name.replace(/\/$/, '')}/*'`],
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** What is not UTF-8 shows as \xNN, so that two names never look the same. */
function printableBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}

/** A folder name for each input, when several are written side by side: as short as stays unambiguous. */
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

/** `...csv` has the stem `..`, which is a folder already. */
function stemOf(name: string): string {
  const stem = basename(name, extname(name));
  return stem === '.' || stem === '..' ? name : stem;
}
