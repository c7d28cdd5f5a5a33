import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CasparianError, hint } from '../../platform/index.js';
import type { InputFile } from '../../tables/index.js';
import { isPattern } from './expand-inputs.js';

/**
 * Throws if the input cannot be read. Called when each run begins, so that one missing file does not stop the others.
 */
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
      next: code === 'EACCES' ? [`See the permissions: ls -l '${input.name}'`] : [],
      cause: error,
    });
  }
}

function missing({ name, path }: InputFile, cause: unknown): CasparianError {
  if (isPattern(name)) {
    return new CasparianError('INPUT_NOT_FOUND', `No file matches '${name}'`, {
      why: `Looked in ${process.cwd()}.`,
      next: ['Check the pattern; ** matches folders at any depth.'],
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

/**
 * The input is read twice, so it must be a regular file; and its output, which has the same name, must not overwrite
 * it.
 */
export async function requireFile(input: InputFile, output: string): Promise<void> {
  const own = await stat(input.bytes ?? input.path);
  if (!own.isFile()) {
    throw new CasparianError('INPUT_UNREADABLE', `'${input.name}' is not a file that can be read twice`, {
      why: 'Without a parser, a file is read twice, and a pipe can be read only once.',
      next: ['Write it to a file first.'],
    });
  }
  const there = await stat(output).catch(() => null);
  if (there?.ino !== own.ino || there.dev !== own.dev) return;
  throw new CasparianError('OUTPUT_UNWRITABLE', `The output would replace '${input.name}' itself`, {
    why: 'An output has the name of its file.',
    next: [
      hint('Write to another folder with {}', { options: { out: 'DIR' } }),
      hint('Or write another format with {}', { options: { format: 'FORMAT' } }),
    ],
  });
}
