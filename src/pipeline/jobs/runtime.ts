import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import {
  type Bridges,
  childEnvironment,
  createBridges,
  createParserLauncher,
  type Interpreter,
  type Launch,
} from '../../bridge/index.js';
import type { UnpackLimits } from '../../tables/index.js';
import { createReaderProcesses, type QuarantineLimits, type ReaderProcesses } from '../../parse/index.js';
import { type OutputFormat, sweepStaleFiles } from '../../contract/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { createTurns, type Turns } from '../builtin/turns.js';
import { rememberDatabase } from '../home-identity.js';
import type { PipelineHome } from '../home.js';
import type { OnDatasetsChanged } from '../outputs/changed-dataset.js';
import { openSpool, type Spool } from '../spool/spool.js';
import { createSandboxes, type SandboxOf, type SandboxOptions } from '../sandbox/parser-sandbox.js';
import type { UnpackedBundle } from './parser-of-job.js';
import { createPromiseCache, type PromiseCache } from './promise-cache.js';
import { createRounds, type Rounds } from './rounds.js';

/** The resources one parser may use, and how many bad rows it may produce. */
export interface ParserLimits {
  readonly quarantine: QuarantineLimits;
  readonly timeoutMs: number | undefined;
  readonly cpuSeconds: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  /** Of the built-in readers. */
  readonly unpackLimits?: UnpackLimits | undefined;
}

export interface PipelineRuntimeOptions extends SandboxOptions {
  readonly engine: Engine;
  readonly home: PipelineHome;
  /** Never use the network. */
  readonly offline: boolean;
  /** A folder with packages that were downloaded on another machine. */
  readonly vendor: string | undefined;
  readonly limits: (parserName: string) => ParserLimits;
  readonly format: OutputFormat;
  /** Fork running Python processes instead of starting one per file. */
  readonly warm: boolean;
  /** How much output of an attempt is kept. */
  readonly logBytes: number;
  /** Environment variables that a parser may see, in addition to the harmless ones. */
  readonly environmentNames: (parserName: string) => readonly string[];
  /** Absent: nothing follows the datasets. */
  readonly onDatasetsChanged?: OnDatasetsChanged | undefined;
}

/** What the pipeline jobs of one process share. */
export interface PipelineRuntime extends Omit<
  PipelineRuntimeOptions,
  'engine' | 'warm' | 'environmentNames' | 'sandbox'
> {
  readonly database: Database;
  /** Copies of inputs in buckets. */
  readonly spool: Spool;
  readonly sandboxOf: SandboxOf;
  readonly launch: Launch;
  /** Where parsers connect. */
  readonly bridges: Bridges;
  /** All environment variables that a parser sees. */
  readonly parserEnv: (parserName: string) => Readonly<Record<string, string>>;
  /** By source hash. */
  readonly bundles: PromiseCache<UnpackedBundle>;
  /** The interpreters of the machine, by language. */
  readonly interpreters: PromiseCache<Interpreter>;
  /** The processes that read files without a parser. */
  readonly readers: ReaderProcesses;
  /** Turns of files whose dataset has no contract yet, by dataset: the first file makes it. */
  readonly firstFiles: Turns;
  /** Moves of outputs to their final paths, which wait for the disk. */
  readonly moves: Rounds;
  close(): Promise<void>;
}

/** Opened once per worker process, before its first job. */
export async function openPipelineRuntime(options: PipelineRuntimeOptions): Promise<PipelineRuntime> {
  const { engine, warm, environmentNames, sandbox, ...shared } = options;
  await mkdir(options.home.staging, { recursive: true });
  await rememberDatabase(engine.database, options.home);
  const { staging, spool } = options.home;
  for (const folder of [staging, join(spool, 'kept'), join(spool, 'held')]) await sweepStaleFiles(folder);
  const environments = new Map<string, Record<string, string>>();
  const launcher = createParserLauncher({ warm });
  const bridges = createBridges();
  const parserEnv = (name: string): Record<string, string> => {
    let env = environments.get(name);
    if (env === undefined) environments.set(name, (env = childEnvironment(options.env, environmentNames(name))));
    return env;
  };
  const sandboxOf = createSandboxes({ env: options.env, python: options.python, sandbox });
  const readers = createReaderProcesses({
    env: parserEnv(BUILTIN),
    confinement: {
      sandbox: () => sandboxOf({ name: BUILTIN, network: false }, (text) => engine.logger.warn({}, text)),
      staging: options.home.staging,
    },
  });
  return {
    ...shared,
    database: engine.database,
    spool: openSpool(options.home),
    launch: launcher.launch,
    bridges,
    sandboxOf,
    parserEnv,
    readers,
    bundles: createPromiseCache(),
    interpreters: createPromiseCache(),
    firstFiles: createTurns(),
    moves: createRounds(),
    async close() {
      await Promise.all([launcher.close(), bridges.close(), readers.close()]);
    },
  };
}
