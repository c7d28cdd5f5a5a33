import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProcessOptions } from './options.js';
import type { StartError } from './result.js';

type Attempt = Pick<ProcessOptions, 'argv' | 'cwd'>;

/** The operating system reports ENOENT for three different mistakes; the message names the right one. */
export function explainStartError(error: NodeJS.ErrnoException, attempt: Attempt): StartError {
  const code = error.code ?? 'UNKNOWN';
  return { code, reason: reasonFor(code, attempt) ?? error.message };
}

function reasonFor(code: string, { argv, cwd }: Attempt): string | undefined {
  const [program = ''] = argv;
  if (cwd !== undefined && (code === 'ENOENT' || code === 'ENOTDIR') && !isDirectory(cwd)) {
    return `The working directory '${cwd}' is not a directory.`;
  }
  switch (code) {
    case 'ENOENT':
      return missingProgram(program, cwd);
    case 'EACCES':
      return `'${program}' cannot be run: it is not executable, or this user cannot enter its directory or the working directory.`;
    case 'E2BIG':
      return `The arguments and environment of '${program}' are larger than the operating system allows.`;
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return `The operating system cannot start another process now (${code}).`;
    case 'ERR_INVALID_ARG_VALUE':
      // Node's message contains the value, which may be a secret.
      return 'The name of the program is empty, or an argument or a variable of its environment contains a NUL.';
    default:
      return undefined;
  }
}

function missingProgram(program: string, cwd: string | undefined): string {
  if (!program.includes('/')) return `No program named '${program}' is on its PATH.`;
  // The kernel reports a missing interpreter of a script as if the script were missing.
  if (exists(resolve(cwd ?? '.', program))) return `'${program}' exists, but the interpreter it names does not.`;
  return `Program '${program}' was not found.`;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
