import { setTimeout as sleep } from 'node:timers/promises';
import {
  createJobLogReader,
  type Engine,
  isFinished,
  isOutputLine,
  type JobLogLine,
  jobLogs,
  type JobRecord,
} from '../../engine/index.js';

export type LoggedLine = Pick<JobLogLine, 'at' | 'attempt' | 'fence' | 'level' | 'message'>;

export interface JobLog {
  readonly lines: readonly LoggedLine[];
  /** Whether the output of its program may be on another machine, with the worker that ran it. */
  readonly mayBeElsewhere: boolean;
}

export interface JobLogOptions {
  /** The folder with the output of programs. */
  readonly logs: string;
  /** Only this attempt. */
  readonly attempt?: number | undefined;
}

const LOOK_EVERY_MS = 250;
/** A worker writes lines in batches, so the last ones may arrive after the end of the job. */
const LAST_LINES_MS = 1_000;

/** Reads what a job logged and what its program printed. */
export async function readJobLog(engine: Engine, job: JobRecord, options: JobLogOptions): Promise<JobLog> {
  const reader = openLog(engine, job, options);
  const lines = await reader.readNew();
  // SQLite and its workers are on one machine; workers on PostgreSQL can be anywhere.
  const isRemote = engine.database.dialect === 'postgres' && job.startedAt !== null && /^(parse|task)/.test(job.type);
  return { lines, mayBeElsewhere: isRemote && !reader.hasOutput() };
}

/** Yields lines as they are logged, until the job ends. Returns the job. */
export async function* followJobLog(
  engine: Engine,
  job: JobRecord,
  options: JobLogOptions,
): AsyncGenerator<LoggedLine, JobRecord> {
  const reader = openLog(engine, job, options);
  for (;;) {
    const current = await engine.job(job.id);
    yield* await reader.readNew();
    if (isFinished(current.status)) {
      await sleep(LAST_LINES_MS);
      yield* await reader.readNew();
      return current;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Returns a function that reads the lines that are new since its last call. */
export function newLinesOf(
  engine: Engine,
  job: Pick<JobRecord, 'id'>,
  options: JobLogOptions,
): () => Promise<LoggedLine[]> {
  const reader = openLog(engine, job, options);
  return () => reader.readNew();
}

/** Lines are in two places: those of handlers and short attempts in the database, those of other programs in files. Each is returned once. */
function openLog(
  { database }: Engine,
  { id }: Pick<JobRecord, 'id'>,
  { logs, attempt }: JobLogOptions,
): { readNew(): Promise<LoggedLine[]>; hasOutput(): boolean } {
  const files = createJobLogReader(logs, id);
  let last: JobLogLine | undefined;
  let hasStored = false;
  return {
    readNew: async () => {
      const stored = await jobLogs(database, id, last);
      last = stored.at(-1) ?? last;
      hasStored ||= stored.some(isOutputLine);
      const lines: LoggedLine[] = [...stored, ...(await files.readNew())];
      const wanted = attempt === undefined ? lines : lines.filter((line) => line.attempt === attempt);
      return wanted.sort((one, other) => one.fence - other.fence || one.at - other.at);
    },
    hasOutput: () => files.found || hasStored,
  };
}
