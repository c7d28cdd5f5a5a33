import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import type { ParserFile } from './parser-file.js';

/** The program that runs a parser, and why it is this one. */
export interface Interpreter {
  readonly path: string;
  readonly chosenBy: '--python' | '$VIRTUAL_ENV' | '.venv beside the parser' | 'the PATH' | 'this Node';
}

export interface InterpreterWishes {
  /** `--python`: a path, or a name to look up. */
  readonly python?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** In development the parser runs in the environment its author works in, so that what works there works here. */
export async function findInterpreter(parser: ParserFile, wishes: InterpreterWishes): Promise<Interpreter> {
  if (parser.language === 'node') return { path: process.execPath, chosenBy: 'this Node' };
  const { python, env } = wishes;
  if (python !== undefined) return { path: await explicitPython(python, env), chosenBy: '--python' };
  if (env['VIRTUAL_ENV']) {
    return { path: await activePython(env['VIRTUAL_ENV']), chosenBy: '$VIRTUAL_ENV' };
  }
  const local = await pythonIn(join(parser.directory, '.venv'));
  if (local !== undefined) return { path: local, chosenBy: '.venv beside the parser' };
  const system = (await onPath('python3', env)) ?? (await onPath('python', env));
  if (system !== undefined) return { path: system, chosenBy: 'the PATH' };
  throw notFound('There is no Python to run the parser with', 'Neither python3 nor python is on the PATH.');
}

async function explicitPython(python: string, env: InterpreterWishes['env']): Promise<string> {
  const path = python.includes('/') ? resolve(python) : await onPath(python, env);
  if (path !== undefined) {
    // The folder of an environment is what people have in mind, and what they then type.
    const inside = await pythonIn(path);
    if (inside !== undefined) return inside;
    if (await isProgram(path)) return path;
  }
  throw notFound(`--python ${python} cannot be run`, 'It is no executable file, and no environment with a bin/python.');
}

/** An environment that is active but broken is not passed over in silence: another Python has other packages. */
async function activePython(environment: string): Promise<string> {
  const path = await pythonIn(environment);
  if (path !== undefined) return path;
  throw notFound(
    `The active environment has no Python: ${environment}`,
    'VIRTUAL_ENV points there, but bin/python is missing or cannot be run.',
  );
}

async function pythonIn(environment: string): Promise<string | undefined> {
  for (const program of ['bin/python', 'bin/python3', 'Scripts/python.exe']) {
    const path = join(environment, program);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function onPath(name: string, env: InterpreterWishes['env']): Promise<string | undefined> {
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name);
    if (directory !== '' && (await isProgram(path))) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function notFound(message: string, why: string): CasparianError {
  return new CasparianError('INTERPRETER_NOT_FOUND', message, {
    why,
    next: ['Name one: casparian run --python /path/to/python …', 'Or activate the environment you develop in.'],
  });
}
