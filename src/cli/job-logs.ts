import type { Engine, JobRecord } from '../engine/index.js';
import { jobLogLineJson } from '../engine/job-json.js';
import { followJobLog, type LoggedLine, readJobLog } from '../operations/index.js';
import { pipelineHome } from '../pipeline/index.js';
import { isoTime } from '../platform/index.js';
import type { LogOptions } from './options/logs.js';
import type { Output } from './output/output.js';
import { printable } from './output/printable.js';

/** Prints what a job logged and what its program printed; with `follow`, until the job ends. */
export async function printLogs(
  engine: Engine,
  job: JobRecord,
  { home, options, output }: { home: string; options: LogOptions; output: Output },
): Promise<void> {
  const from = { logs: pipelineHome(home).logs, attempt: options.attempt };
  if (options.follow) return printAsLogged(followJobLog(engine, job, from), output);
  const { lines, mayBeElsewhere } = await readJobLog(engine, job, from);
  if (output.asJson) return output.json(lines.map(jobLogLineJson));
  for (const line of lines) output.print(lineText(line, output));
  const where = options.attempt === undefined ? '' : ` in attempt ${options.attempt}`;
  if (lines.length === 0) output.message(`Job ${job.id} has logged nothing${where}.`);
  if (mayBeElsewhere) {
    output.message(`The output of a program stays on the machine of its worker; no output of this job is in ${home}.`);
  }
}

async function printAsLogged(lines: AsyncGenerator<LoggedLine, JobRecord>, output: Output): Promise<void> {
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return output.message(`Job ${value.id} is ${value.status}.`);
    if (output.asJson) output.jsonLine(jobLogLineJson(value));
    else output.print(lineText(value, output));
  }
}

function lineText({ at, attempt, level, message }: LoggedLine, output: Output): string {
  return `${output.paint('dim', `${isoTime(at)} #${attempt}`)} ${level.padEnd(5)} ${printable(message)}`;
}
