import { join, resolve } from 'node:path';
import { CasparianError, hint } from '../../platform/index.js';
import { isProgram, programOnPath, pythonBinary } from '../../process/index.js';
import type { ParserFile } from './parser-file.js';

/** The program that runs a parser, and why it was chosen. */
export interface Interpreter {
  readonly path: string;
  readonly chosenBy:
    | '--python'
    | '$VIRTUAL_ENV'
    | '.venv beside the parser'
    | 'the PATH'
    | 'this Node'
    | 'its lockfile';
}

export interface InterpreterOptions {
  /** `--python`: a path, or a name to look up. */
  readonly python?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** In development the parser runs in its author's environment, so that what works there works here. */
export async function findInterpreter(parser: ParserFile, options: InterpreterOptions): Promise<Interpreter> {
  if (parser.language === 'node') return { path: process.execPath, chosenBy: 'this Node' };
  const { python, env } = options;
  if (python !== undefined) return explicitInterpreter(python, env);
  if (env['VIRTUAL_ENV']) {
    return { path: await activePython(env['VIRTUAL_ENV']), chosenBy: '$VIRTUAL_ENV' };
  }
  const local = await pythonIn(join(parser.directory, '.venv'));
  if (local !== undefined) return { path: local, chosenBy: '.venv beside the parser' };
  return systemInterpreter(env);
}

/** The Python that the user named: a path, a name on the PATH, or the folder of an environment. */
export async function explicitInterpreter(python: string, env: InterpreterOptions['env']): Promise<Interpreter> {
  const path = python.includes('/') ? resolve(python) : await programOnPath(python, env);
  if (path !== undefined) {
    // Users often give the folder of an environment.
    const inside = await pythonIn(path);
    if (inside !== undefined) return { path: inside, chosenBy: '--python' };
    if (await isProgram(path)) return { path, chosenBy: '--python' };
  }
  throw notFound(
    `The interpreter '${python}' cannot be run`,
    'It is not an executable file, nor an environment with a bin/python.',
  );
}

/** The Python of the machine. */
export async function systemInterpreter(env: InterpreterOptions['env']): Promise<Interpreter> {
  const path = (await programOnPath('python3', env)) ?? (await programOnPath('python', env));
  if (path !== undefined) return { path, chosenBy: 'the PATH' };
  throw notFound('No Python was found to run the parser', 'Neither python3 nor python is on the PATH.');
}

/** The Python that confines processes, which runs our code only; undefined if there is none. */
export async function sandboxPython({ python, env }: InterpreterOptions): Promise<string | undefined> {
  const binary = python === undefined ? pythonBinary(env) : undefined;
  if (binary !== undefined) return binary;
  const found = python === undefined ? systemInterpreter(env) : explicitInterpreter(python, env);
  return found.then(
    ({ path }) => path,
    () => undefined,
  );
}

/** An active but broken environment is an error: another Python has other packages. */
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

function notFound(message: string, why: string): CasparianError {
  return new CasparianError('INTERPRETER_NOT_FOUND', message, {
    why,
    next: [hint('Name one', { options: { python: '/path/to/python' } }), 'Or activate the environment you develop in.'],
  });
}
