import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { TransactionScope } from '../../../src/database/index.js';
import {
  createWorker,
  type Engine,
  type JobRecord,
  type Worker,
  type WorkerOptions,
} from '../../../src/engine/index.js';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { scanFolder } from '../../../src/pipeline/files/scan-folder.js';
import {
  openPipelineRuntime,
  PARSE_JOB,
  pipelineHome,
  pipelineJobs,
  type PipelineRuntime,
  type PipelineRuntimeOptions,
} from '../../../src/pipeline/index.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { storeParser } from '../../../src/pipeline/registry/store-parser.js';
import { freshStore, type StoreKind } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { BARE_PYTHON } from '../../parse/place.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

/** Rows `id,value`; what stands behind an exclamation mark is done while the file is read. */
export const NUMBERS_PARSER = `import os, sys, time

class Parser:
    name = 'numbers'
    version = '1.0.0'
    outputs = {'id': 'int!', 'value': 'int!'}

    def parse(self, ctx):
        with open(ctx.input_path) as file:
            lines = file.read().splitlines()
        for line in lines:
            if line == '!raise':
                raise ValueError('no such luck')
            if line.startswith('!'):
                exec(line[1:], {'path': ctx.input_path, 'os': os, 'sys': sys, 'time': time, 'ctx': ctx})
        yield [dict(zip(('id', 'value'), line.split(','))) for line in lines if not line.startswith('!')]
`;

export interface ScannedFile {
  readonly id: string;
  readonly path: string;
  readonly hash: string;
}

/** A store, a home and a worker for the tests of a block. Each test has files of its own. */
export interface Workplace {
  readonly engine: Engine;
  readonly runtime: PipelineRuntime;
  readonly home: string;
  /** Point a command at it. */
  readonly flags: readonly string[];
  openRuntime(options?: Partial<PipelineRuntimeOptions>): Promise<PipelineRuntime>;
  startWorker(options?: Partial<WorkerOptions>, runtime?: PipelineRuntime): Promise<Worker>;
  register(source: string, options?: { force?: boolean }): Promise<RegisteredParser>;
  /** Writes a file and has it scanned. */
  file(name: string, content: string): Promise<ScannedFile>;
  /** Enqueues a job and notes that it stands for the file, as planning does. */
  plan(file: ScannedFile, parser: RegisteredParser, scope?: TransactionScope): Promise<string>;
  /** Plans a job and waits for its end. */
  parse(file: ScannedFile, parser: RegisteredParser): Promise<JobRecord>;
  /** The ids in the rows of a file that a query sees. */
  visibleIds(file: ScannedFile): Promise<number[]>;
  /** All files in the output folder whose names begin with the job's id. */
  filesOf(jobId: string): Promise<string[]>;
  rows<Row extends object>(sql: string): Promise<Row[]>;
}

export interface WorkplaceOptions {
  readonly working?: boolean;
  /** `off` for parsers that change files of the test. */
  readonly sandbox?: 'auto' | 'off';
}

export function useWorkplace(kind: StoreKind, { working = true, sandbox = 'auto' }: WorkplaceOptions = {}): Workplace {
  const undo: (() => Promise<unknown>)[] = [];
  let engine: Engine;
  let home: string;
  let flags: readonly string[];
  let runtime: PipelineRuntime;

  const openRuntime: Workplace['openRuntime'] = async (options = {}) => {
    const opened = await openPipelineRuntime({
      ...{ engine, home: pipelineHome(home), python: BARE_PYTHON, offline: true, vendor: undefined, env: process.env },
      limits: () => ({
        quarantine: { share: 0.5, rows: 10_000 },
        ...{ timeoutMs: 20_000, cpuSeconds: undefined, memoryLimitBytes: undefined },
      }),
      ...{ format: 'jsonl' as const, warm: true, logBytes: 65_536, environmentNames: () => [] },
      sandbox: () => ({ mode: sandbox, read: [], allowsNetwork: false }),
      ...options,
    });
    undo.unshift(() => opened.close());
    return opened;
  };
  const startWorker: Workplace['startWorker'] = async (options = {}, itsRuntime = runtime) => {
    const worker = createWorker(engine, { jobs: pipelineJobs(itsRuntime), concurrency: 4, ...options });
    undo.unshift(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    return worker;
  };

  beforeAll(async () => {
    const store = await freshStore(kind, (one) => undo.unshift(one));
    engine = store.engine;
    flags = store.flags;
    home = await realpath(store.flags[1]!);
    runtime = await openRuntime();
    if (working) await startWorker();
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });

  const workplace: Workplace = {
    get engine() {
      return engine;
    },
    get runtime() {
      return runtime;
    },
    get home() {
      return home;
    },
    get flags() {
      return flags;
    },
    openRuntime,
    startWorker,
    async register(source, options) {
      const [, name = '', version = ''] = /name = '(.*)'[\s\S]*version = '(.*)'/.exec(source) ?? [];
      const path = join(home, 'parsers', name, version, 'parser.py');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, source);
      const described = { name, version, topics: [], outputs: null, imports: [], notes: [], network: false };
      return (await storeParser(rowsOfTenant(engine), await packBundle(path), described, options)).parser;
    },
    async file(name, content) {
      const path = join(home, 'incoming', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      await scanFolder(rowsOfTenant(engine), { root: path, tags: [], patterns: [], ignore: [], rehash: true });
      const [row] = await workplace.rows<ScannedFile>(`SELECT id, path, hash FROM cf_files WHERE path = '${path}'`);
      return row!;
    },
    plan: (file, parser, scope) => {
      const within = async (tx: TransactionScope): Promise<string> => {
        const { name, version, sourceHash } = parser;
        const payload = { parser: name, version, source_hash: sourceHash };
        const { id } = await engine.enqueue(
          PARSE_JOB,
          { ...payload, file_id: file.id, path: file.path, content_hash: file.hash },
          { transaction: tx },
        );
        const row = [TENANT, file.id, name, file.hash, version, sourceHash, id].map((value) => `'${value}'`).join(', ');
        await tx.script(`DELETE FROM cf_file_parses WHERE file_id = '${file.id}' AND parser = '${name}';
          INSERT INTO cf_file_parses (tenant, file_id, parser, content_hash, version, source_hash, job_id) VALUES (${row})`);
        return id;
      };
      return scope === undefined ? engine.transaction(within) : within(scope);
    },
    parse: async (file, parser) => jobEnds(engine, await workplace.plan(file, parser)),
    async visibleIds(file) {
      const outputs = await workplace.rows<{ path: string }>(
        `SELECT path FROM cf_outputs WHERE superseded_at IS NULL AND file_id = '${file.id}' ORDER BY path`,
      );
      const texts = await Promise.all(outputs.map(({ path }) => readFile(join(home, 'output', path), 'utf8')));
      const lines = texts.flatMap((text) => text.trim().split('\n'));
      return lines.map((line) => (JSON.parse(line) as { id: number }).id);
    },
    async filesOf(jobId) {
      const all = await readdir(join(home, 'output'), { recursive: true }).catch(() => []);
      return all.filter((name) => name.includes(jobId)).sort();
    },
    rows: (sql) => engine.database.query(sql),
  };
  return workplace;
}
