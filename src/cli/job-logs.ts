import { setTimeout as sleep } from 'node:timers/promises';
import {
  createJobLogReader,
  type Engine,
  isFinished,
  jobLogs,
  type JobLogLine,
  type JobLogReader,
  type JobRecord,
} from '../engine/index.js';
import { jobLogLineJson } from '../engine/job-json.js';
import { pipelineHome } from '../pipeline/index.js';
import { isoTime } from '../platform/index.js';
import type { LogOptions } from './options/logs.js';
import type { Output } from './output/output.js';
import { printable } from './output/printable.js';

type ShownLine = Pick<JobLogLine, 'at' | 'attempt' | 'fence' | 'level' | 'message'>;

const LOOK_EVERY_MS = 250;
/** A worker writes lines in batches, so the last ones may come after the end of the job. */
const LAST_LINES_MS = 1_000;

/** Prints what a job logged and what its program printed; with `follow`, until the job ends. */
export async function printLogs(
  engine: Engine,
  job: JobRecord,
  { home, options, output }: { home: string; options: LogOptions; output: Output },
): Promise<void> {
  const files = createJobLogReader(pipelineHome(home).logs, job.id);
  const newLines = linesOf(engine, job, files, options.attempt);
  if (options.follow) return follow(engine, job.id, newLines, output);
  const lines = await newLines();
  if (output.asJson) return output.json(lines.map(jobLogLineJson));
  for (const line of lines) output.print(lineText(line, output));
  const where = options.attempt === undefined ? '' : ` in attempt ${options.attempt}`;
  if (lines.length === 0) output.talk(`Job ${job.id} has logged nothing${where}.`);
  if (!files.found && mayBeElsewhere(job, engine)) {
    output.talk(`What a program prints stays with the worker that ran it; nothing of this job is in ${home}.`);
  }
}

/** What the engine keeps in the database and what programs printed into files, each line once. */
function linesOf(engine: Engine, job: JobRecord, files: JobLogReader, attempt?: number): () => Promise<ShownLine[]> {
  let last: JobLogLine | undefined;
  return async () => {
    const kept = await jobLogs(engine.database, job.id, last);
    last = kept.at(-1) ?? last;
    const lines: ShownLine[] = [...kept, ...(await files.readNew())];
    const wanted = attempt === undefined ? lines : lines.filter((line) => line.attempt === attempt);
    return wanted.sort((one, other) => one.fence - other.fence || one.at - other.at);
  };
}

async function follow(engine: Engine, id: string, newLines: () => Promise<ShownLine[]>, output: Output): Promise<void> {
  const printNew = async (): Promise<void> => {
    for (const line of await newLines()) {
      if (output.asJson) output.jsonLine(jobLogLineJson(line));
      else output.print(lineText(line, output));
    }
  };
  for (;;) {
    const { status } = await engine.job(id);
    await printNew();
    if (isFinished(status)) {
      await sleep(LAST_LINES_MS);
      await printNew();
      return output.talk(`Job ${id} is ${status}.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** A SQLite database and its workers are on one machine; those of PostgreSQL are anywhere. */
function mayBeElsewhere({ type, startedAt }: JobRecord, { database }: Engine): boolean {
  return database.dialect === 'postgres' && startedAt !== null && /^(parse|task)/.test(type);
}

function lineText({ at, attempt, level, message }: ShownLine, output: Output): string {
  return `${output.paint('dim', `${isoTime(at)} #${attempt}`)} ${level.padEnd(5)} ${printable(message)}`;
}
