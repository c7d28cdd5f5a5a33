import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { expandInputs, type QuarantineLimits, runParserOnInputs, type RunReport } from '../../src/parse/index.js';
import type { ParserRunsRequest } from '../../src/parse/runs/run-parser-on-inputs.js';
import { findInterpreter } from '../../src/bridge/parser/interpreter.js';
import { findParser } from '../../src/bridge/parser/parser-file.js';
import { hintText } from '../../src/cli/output/hint-text.js';
import type { ErrorCode } from '../../src/platform/index.js';
import { waitUntil } from '../services/wait-until.js';
import { pythonWith } from './python-environments.js';

/** A Python with nothing installed: it starts fastest, and most parsers here need nothing. */
export const BARE_PYTHON = pythonWith('bare') ?? 'python3';

/** Asked once: each place is its own folder for temporary files while it runs something. */
const TEMPORARY = tmpdir();

type Asked = Pick<
  ParserRunsRequest,
  'format' | 'limits' | 'timeoutMs' | 'memoryLimitBytes' | 'parallel' | 'signal' | 'onInput'
>;

export interface PlaceRunOptions extends Partial<Omit<Asked, 'limits'>> {
  limits?: QuarantineLimits;
  inputs?: readonly string[];
  python?: string;
  env?: Record<string, string>;
  out?: string;
}

/** A folder of its own for one test, with empty ones in it for outputs and for temporary files. */
export interface Place {
  readonly folder: string;
  readonly out: string;
  readonly temporary: string;
  /** In the environment of everything the place starts, to find what is left of it. */
  readonly mark: Readonly<Record<string, string>>;
  file(name: string, content?: string): Promise<string>;
  /** Runs a parser, given as source or by its path, over `input.csv` unless told otherwise. */
  run(parser: string, options?: PlaceRunOptions): Promise<RunReport>;
  runAll(parser: string, options?: PlaceRunOptions): Promise<RunReport[]>;
  outputs(): Promise<string[]>;
  /** No process, open file, socket, temporary or staged file; under the final names only what is listed. */
  expectNothingLeftBut(...outputs: string[]): Promise<void>;
  remove(): Promise<void>;
}

// Taken once: a run that begins beside another finds the other's.
const USUAL_TMPDIR = process.env['TMPDIR'];

function putTmpdirBack(): void {
  if (USUAL_TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = USUAL_TMPDIR;
}

export async function createPlace(): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(TEMPORARY, 'run-')));
  const [out, temporary] = [join(folder, 'out'), join(folder, 'tmp')];
  const mark = { RUN_TEST_MARK: randomUUID() };
  for (const path of [out, temporary]) mkdirSync(path);
  let isRemoved = false;

  const file = async (name: string, content = ''): Promise<string> => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  };

  const runAll = async (parser: string, options: PlaceRunOptions = {}): Promise<RunReport[]> => {
    const { inputs = [await file('input.csv', 'a\n')], python = BARE_PYTHON, out: directory = out, ...asked } = options;
    const limits = asked.limits ?? { share: 0.5, rows: 10_000 };
    const path = parser.includes('\n') ? await file('parser.py', parser) : parser;
    const found = await findParser(path);
    if (isRemoved) throw new Error('the test is over');
    // Where the bridge puts its socket; the tests of one file run one after the other.
    process.env['TMPDIR'] = temporary;
    const env = { ...process.env, ...mark, ...options.env };
    return runParserOnInputs({
      parallel: 1,
      format: 'jsonl',
      timeoutMs: undefined,
      memoryLimitBytes: undefined,
      stdin: 'ignore',
      stdout: 'stderr',
      signal: new AbortController().signal,
      ...asked,
      limits: () => Promise.resolve(limits),
      parser: found,
      interpreter: await findInterpreter(found, { python, env }),
      inputs: await expandInputs(inputs.map((text) => ({ text, bytes: undefined }))),
      directory,
      env,
    }).finally(putTmpdirBack);
  };

  return {
    folder,
    out,
    temporary,
    mark,
    file,
    runAll,
    run: async (parser, options) => (await runAll(parser, options))[0]!,
    outputs: async () => (await readdir(out)).sort(),
    async expectNothingLeftBut(...outputs) {
      await waitUntil(() => processesWith(mark).length === 0, {
        for: 'every process of the run to be gone',
        intervalMs: 20,
        evidence: () => processesWith(mark).join(', '),
      });
      expect(openFilesIn(folder)).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
      expect((await readdir(out)).sort()).toEqual(outputs.sort());
    },
    async remove() {
      // A test that took too long goes on behind those that follow, which share the process.
      isRemoved = true;
      putTmpdirBack();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The error of a report, or of nothing, as one text the way a person reads it. */
export function told({ error }: Pick<RunReport, 'error'>): { code: ErrorCode | null; text: string } {
  if (error === null) return { code: null, text: '' };
  return { code: error.code, text: [error.message, error.why ?? '', ...error.next.map(hintText)].join('\n') };
}

/** Numbers and command lines of the living that carry the mark. Only Linux tells. */
export function processesWith(mark: Readonly<Record<string, string>>): string[] {
  if (process.platform !== 'linux') return [];
  const wanted = Object.entries(mark).map(([name, value]) => `${name}=${value}`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => wanted.every((entry) => readOr(`/proc/${pid}/environ`).split('\0').includes(entry)))
    .map((pid) => `${pid} ${readOr(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

/** What this very process still holds open of a folder. */
function openFilesIn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map((fd) => linkOr(`/proc/self/fd/${fd}`))
    .filter((path) => path.startsWith(`${folder}/`));
}

function linkOr(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
