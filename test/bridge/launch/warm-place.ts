import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createParserLauncher,
  type ParserLauncher,
  type ParserLauncherOptions,
} from '../../../src/bridge/launch/parser-launcher.js';
import { findParser } from '../../../src/bridge/parser/parser-file.js';
import { type Launch, launchFresh } from '../../../src/bridge/launch/launch.js';
import { type ParserRun, runParser } from '../../../src/parse/index.js';
import type { ParserRequest } from '../../../src/parse/parser-run/request.js';
import { waitUntil } from '../../services/wait-until.js';
import { BARE_PYTHON, processesWith } from '../../parse/place.js';

export interface WarmRun extends ParserRun {
  readonly stdout: string;
  readonly stderr: string;
  /** The rows of the first output, as they were written. */
  readonly rows: Record<string, unknown>[];
}

export type WarmRunOptions = Partial<ParserRequest> & { readonly python?: string };

/** A folder, and warm Pythons that are marked, to find what is left of them. */
export interface WarmPlace extends AsyncDisposable {
  readonly folder: string;
  readonly warm: ParserLauncher;
  readonly env: Record<string, string>;
  parser(source: string, files?: Readonly<Record<string, string>>): Promise<string>;
  run(parserPath: string, options?: WarmRunOptions): Promise<WarmRun>;
  runFresh(parserPath: string, options?: WarmRunOptions): Promise<WarmRun>;
  /** The processes of parsers. */
  forks(): number[];
  servers(): number[];
  nothingIsLeft(): Promise<void>;
}

export function createWarmPlace(options?: ParserLauncherOptions): WarmPlace {
  const folder = mkdtempSync(join(tmpdir(), 'warm-'));
  const warm = createParserLauncher(options);
  const mark = { WARM_TEST_MARK: randomUUID() };
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...mark };
  let runs = 0;
  writeFileSync(join(folder, 'input.csv'), 'a,b\n1,2\n');

  const run = async (launch: Launch, parserPath: string, options: WarmRunOptions = {}): Promise<WarmRun> => {
    const { python = BARE_PYTHON, ...asked } = options;
    const run = ++runs;
    const printed = { stdout: '', stderr: '' };
    const result = await runParser({
      parser: await findParser(parserPath),
      interpreter: { path: python, chosenBy: '--python' },
      input: { name: 'input.csv', path: join(folder, 'input.csv'), bytes: undefined },
      jobId: 'job-1',
      format: 'jsonl',
      limits: () => Promise.resolve({ share: 0.5, rows: 10_000 }),
      timeoutMs: undefined,
      memoryLimitBytes: undefined,
      stdin: 'ignore',
      stdout: (chunk) => (printed.stdout += chunk.toString()),
      stderr: (chunk) => (printed.stderr += chunk.toString()),
      env,
      signal: new AbortController().signal,
      launch,
      pathFor: (fileName) => join(folder, `${run}-${fileName}`),
      ...asked,
    });
    const [output] = result.outputs;
    const text = output === undefined || asked.format === 'parquet' ? '' : readFileSync(output.path, 'utf8');
    const rows = text.split('\n').filter((line) => line !== '');
    return { ...result, ...printed, rows: rows.map((line) => JSON.parse(line) as Record<string, unknown>) };
  };
  const servers = (): number[] => pids().filter((pid) => parentOf(pid) === process.pid);
  /** What servers start for themselves: the Python that is forked, and process 1 of a sandbox. */
  const helpers = (): number[] => {
    const own = servers();
    const isHelper = (pid: number): boolean => /(?:fork_server|warm_python)\.py\0$/.test(commandOf(pid));
    return pids().filter((pid) => own.includes(parentOf(pid) ?? 0) && isHelper(pid));
  };
  const pids = (): number[] => processesWith(mark).map((line) => Number(line.split(' ')[0]));
  const nothingIsLeft = async (): Promise<void> => {
    await waitUntil(() => processesWith(mark).length === 0, {
      for: 'every process to be gone',
      intervalMs: 10,
      evidence: () => processesWith(mark).join(', '),
    });
  };

  return {
    folder,
    warm,
    env,
    parser: (source, files = {}) => {
      const own = mkdtempSync(join(folder, 'parser-'));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
      writeFileSync(join(own, 'my_parser.py'), source);
      return Promise.resolve(join(own, 'my_parser.py'));
    },
    run: (parserPath, options) => run(warm.launch, parserPath, options),
    runFresh: (parserPath, options) => run(launchFresh, parserPath, options),
    servers,
    forks: () => {
      const others = [...servers(), ...helpers()];
      return pids().filter((pid) => !others.includes(pid));
    },
    nothingIsLeft,
    async [Symbol.asyncDispose]() {
      await warm.close();
      await nothingIsLeft();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
