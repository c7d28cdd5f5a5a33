import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, isFinished, jobLogs, type JobLogLine } from '../../../engine/index.js';
import type { Invocation } from '../../invocation.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { isoTime } from '../../output/time.js';
import { withEngine } from '../../session.js';

export interface LogsOptions {
  follow?: boolean;
}

const LOOK_EVERY_MS = 250;
/** A worker writes lines in batches, so the last ones may come after the end of the job. */
const LAST_LINES_MS = 1_000;

export async function run(invocation: Invocation<LogsOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  await withEngine(invocation, async (engine) => {
    const job = await engine.job(id);
    if (options.follow) return follow(engine, job.id, output);
    const lines = await jobLogs(engine.database, job.id);
    if (output.asJson) return output.json(lines.map(lineJson));
    for (const line of lines) output.print(lineText(line, output));
    if (lines.length === 0) output.talk(`Job ${job.id} has logged nothing.`);
  });
}

async function follow(engine: Engine, id: string, output: Output): Promise<void> {
  let last: JobLogLine | undefined;
  const printNew = async (): Promise<void> => {
    for (const line of await jobLogs(engine.database, id, last)) {
      if (output.asJson) output.jsonLine(lineJson(line));
      else output.print(lineText(line, output));
      last = line;
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

function lineJson({ at, attempt, fence, level, message }: JobLogLine): object {
  return { at: isoTime(at), attempt, fence, level, message };
}

function lineText({ at, attempt, level, message }: JobLogLine, output: Output): string {
  return `${output.paint('dim', `${isoTime(at)} #${attempt}`)} ${level.padEnd(5)} ${printable(message)}`;
}
