import {
  countDue,
  createWorker,
  databaseNow,
  type Engine,
  isWorkLeft,
  type JobDefinition,
  type Leftovers,
  leftoversOf,
  type OnlyJobs,
} from '../../engine/index.js';
import { tenantDatabase } from '../../database/index.js';
import { FILE_JOBS, pipelineJobs, type PipelineRuntime } from '../../pipeline/index.js';
import type { Logger } from '../../platform/index.js';
import { type CopiesReport, runCopies } from '../datasets/copies/run-copies.js';
import { whenDrained } from '../jobs/drain.js';
import type { LocalWorkerOptions } from '../jobs/own-worker.js';
import type { FailureGroup } from './failure-groups.js';
import { keepTally, type ProcessTally, type TallyKeeper } from './process-tally.js';

export interface ProcessOptions {
  /** The tenant whose files are planned and processed. */
  readonly tenant: string;
  readonly worker: LocalWorkerOptions;
  /** How long running jobs may continue after a stop. */
  readonly stopGraceMs: number;
  /** Opens what parse jobs need. Called when there is work, and closed at the end. */
  readonly openRuntime: () => Promise<PipelineRuntime>;
  /** The jobs that copy changed datasets for other programs; undefined if the settings name no dataset. */
  readonly copyJobs?: (() => readonly JobDefinition[]) | undefined;
  /** The number of files at the same time. */
  readonly parallel: number;
  /** Only jobs of this parser. */
  readonly parser: string | undefined;
  /** From now on, read files that no parser is subscribed to with the built-in readers. */
  readonly auto?: boolean;
  /** At most this many jobs. */
  readonly limit: number | undefined;
  readonly logger: Logger;
  /** Asks for a graceful stop. */
  readonly signal: AbortSignal;
  readonly onBegin: (jobs: number) => void;
  readonly onCopies?: ((copies: number) => void) | undefined;
  readonly onProgress: (progress: ProcessProgress) => void;
}

export interface ProcessProgress {
  readonly done: number;
  readonly total: number;
  readonly tally: Readonly<ProcessTally>;
}

export interface ProcessReport extends ProcessTally {
  /** Jobs of this run that found nothing to do: another job had read the file, or will. */
  readonly withoutWork: number;
  readonly failures: readonly FailureGroup[];
  /** Why attempts of this run failed whose jobs are tried again later. */
  readonly retries: readonly FailureGroup[];
  readonly leftovers: Leftovers;
  /** Jobs that were stopped and returned to the queue uncharged. */
  readonly returned: number;
  /** Files that have no rows, because their jobs failed in this run or before it. */
  readonly filesFailed: number;
  /** Attempts made by this run. */
  readonly done: number;
  readonly copies: CopiesReport;
}

const TYPES = FILE_JOBS.map(({ type }) => type);

/** Plans the jobs of known files, runs those that are due, and returns when none is left. */
export async function processFiles(engine: Engine, options: ProcessOptions): Promise<ProcessReport> {
  const { tenant, worker, parser, limit = Infinity } = options;
  const { database } = engine;
  const reach = { owner: worker.id, types: TYPES, tenants: [tenant], only: onlyOf(parser) };
  // Imported here: other commands would wait for it.
  const { allowAuto, BUILTIN, countFailedFiles, countFinishedFiles, parserNamed, planJobs } =
    await import('../../pipeline/index.js');
  const own = tenantDatabase(database, tenant);
  // Fails for an unknown parser: a misspelt name would look like a parser without files.
  if (parser !== undefined && parser !== BUILTIN) await parserNamed(own, parser);
  if (options.auto) await allowAuto(own, {});
  await planJobs(engine, tenant);
  const before = await databaseNow(database);
  const total = Math.min(limit, await countDue(database, reach));
  let done = 0;
  const keeper = keepTally(() => {
    done++;
    options.onProgress({ done, total: Math.max(total, done), tally: keeper.tally });
    if (done >= limit) limitReached.abort();
    if (done >= total) expected.abort();
  });
  const limitReached = new AbortController();
  const expected = new AbortController();
  let returned = 0;
  if (await isWorkLeft(database, reach)) {
    options.onBegin(total);
    const ends = { limitReached: limitReached.signal, expected: expected.signal };
    returned = await runJobs(engine, options, keeper, ends);
  }
  const copies = await bringCopies(engine, options);
  const alreadyProcessed = await countFinishedFiles(own, { before, parser });
  const withoutWork = keeper.tally.alreadyProcessed;
  const leftovers = await leftoversOf(database, reach);
  const filesFailed = await countFailedFiles(own, parser);
  return {
    ...keeper.tally,
    alreadyProcessed,
    withoutWork,
    failures: keeper.failures(),
    retries: keeper.retries(),
    leftovers,
    filesFailed,
    returned,
    done,
    copies,
  };
}

/** Copies for other programs follow when the files are done, so that they are made once. */
async function bringCopies(engine: Engine, options: ProcessOptions): Promise<CopiesReport> {
  const { tenant, worker, stopGraceMs, logger, signal, copyJobs, onCopies = () => undefined } = options;
  if (copyJobs === undefined || signal.aborted) return { completed: 0, failures: [] };
  return runCopies(engine, { tenant, worker, stopGraceMs, logger, signal, jobs: copyJobs(), onBegin: onCopies });
}

/** Returns how many jobs were returned to the queue. */
async function runJobs(
  engine: Engine,
  options: ProcessOptions,
  keeper: TallyKeeper,
  { limitReached, expected }: { readonly limitReached: AbortSignal; readonly expected: AbortSignal },
): Promise<number> {
  const { tenant, parallel, parser, limit, logger, signal } = options;
  const runtime = await options.openRuntime();
  const over = AbortSignal.any([signal, limitReached]);
  try {
    const jobs = pipelineJobs(runtime, FILE_JOBS);
    const { observer } = keeper;
    const worker = createWorker(engine, {
      ...options.worker,
      jobs,
      tenants: [tenant],
      concurrency: parallel,
      only: onlyOf(parser),
      maxJobs: limit,
      logger,
      observer,
    });
    await worker.start();
    const reach = { owner: worker.id, types: TYPES, tenants: [tenant], only: onlyOf(parser) };
    await whenDrained(engine.database, reach, { logger, over, expected });
    const { returned } = await worker.stop({ graceMs: options.stopGraceMs });
    return returned;
  } finally {
    await runtime.close();
  }
}

function onlyOf(parser: string | undefined): OnlyJobs | undefined {
  return parser === undefined ? undefined : { fields: { parser } };
}
