import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { findParser, type ParserFile } from '../../bridge/index.js';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';
import type { Outputs } from './entries.js';
import { scaffoldNode } from './node.js';
import { scaffoldPython } from './python.js';
import { readSource, type Source } from './source.js';

export interface ScaffoldOptions {
  /** The script with a parse function. */
  readonly script: string;
  /** A file to run the script over, so that the outputs are inferred from its data. */
  readonly input?: string | undefined;
  /** Runs the script over the input and returns the inferred outputs. Needed only with an input. */
  readonly inferOutputs?: (script: ParserFile, input: string) => Promise<Outputs>;
  /** The path of the parser. Default: `<stem>_parser.<extension>` next to the script. */
  readonly out?: string | undefined;
  /** Whether an existing file may be replaced. */
  readonly force?: boolean | undefined;
}

export interface Scaffolded {
  readonly path: string;
  readonly name: string;
  readonly outputs: Outputs;
  /** Whether the outputs come from a run over the input; otherwise they are empty. */
  readonly inferred: boolean;
}

/** What a language module needs to turn a script into a parser. */
export interface Draft {
  readonly name: string;
  /** Null without a sample. */
  readonly outputs: Outputs | null;
  /** The script's file name, for comments. */
  readonly scriptName: string;
}

/** Turns a script with a parse function into a parser with a class. The script's own bytes do not change. */
export async function scaffoldParser(options: ScaffoldOptions): Promise<Scaffolded> {
  const script = await findParser(options.script);
  const source = await sourceOf(script);
  const path = options.out === undefined ? defaultPath(script) : resolve(options.out);
  if (options.force !== true) await requireFree(path);
  const scaffold = script.language === 'python' ? scaffoldPython : scaffoldNode;
  // The script is checked before it is run: a run can take long.
  const insertInto = scaffold(source, script);
  const outputs = await inferredOutputs(script, options);
  const name = parserName(script.stem);
  await write(path, insertInto({ name, outputs, scriptName: basename(script.path) }), script);
  return { path, name, outputs: outputs ?? {}, inferred: outputs !== null };
}

async function sourceOf(script: ParserFile): Promise<Source> {
  try {
    return readSource(await readFile(script.path));
  } catch (error) {
    throw new CasparianError('INPUT_UNREADABLE', `'${script.given}' cannot be read`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

function defaultPath({ path, directory, stem }: ParserFile): string {
  const extension = extname(path);
  // The stem of a package is the name of its folder; the parser is written into the folder.
  return join(basename(path, extension) === '__init__' ? directory : dirname(path), `${stem}_parser${extension}`);
}

async function requireFree(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) throw isInTheWay(path);
}

async function inferredOutputs(script: ParserFile, options: ScaffoldOptions): Promise<Outputs | null> {
  if (options.input === undefined || options.inferOutputs === undefined) return null;
  const outputs = await options.inferOutputs(script, options.input);
  return Object.keys(outputs).length === 0 ? null : outputs;
}

/**
 * Keeps the mode of the script, so an executable one stays executable. If the disk is full, the previous file stays.
 */
async function write(path: string, content: Uint8Array, script: ParserFile): Promise<void> {
  const staged = `${path}.${process.pid}.part`;
  try {
    await writeFile(staged, content, { mode: (await stat(script.path)).mode });
    await rename(staged, path);
  } catch (error) {
    await rm(staged, { force: true });
    throw new CasparianError('OUTPUT_UNWRITABLE', `'${path}' cannot be written`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

function isInTheWay(path: string): CasparianError {
  return new CasparianError('OUTPUT_UNWRITABLE', `'${path}' already exists`, {
    why: 'It may contain your work, so it is not replaced.',
    next: [
      hint('Replace it with {}', { options: { force: true } }),
      hint('Or choose another name with {}', { options: { out: 'FILE' } }),
    ],
  });
}

/**
 * A name made from a file's stem that is valid for a table, a file and a variable: `2024 sales-report` →
 * `parser_2024_sales_report`.
 */
export function parserName(stem: string): string {
  const name = stem.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^_+|_+$/g, '');
  if (name === '') return 'parser';
  return /^\p{N}/u.test(name) ? `parser_${name}` : name;
}
