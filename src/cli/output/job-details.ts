import type { AttemptError, JobRecord } from '../../engine/index.js';
import { priorityName } from '../../engine/priority.js';
import { jobDetailJson } from '../../engine/job-json.js';
import { redactedJob } from '../../operations/index.js';
import { exactJson } from '../../platform/index.js';
import { failureReport } from './job-failure.js';
import { STATUS_STYLES } from './job-table.js';
import type { Output } from './output.js';
import { printable, printableLines } from './printable.js';
import { renderProperties } from './table.js';
import { fullTime } from './time.js';

/** All details of a job. */
export function printJob(found: JobRecord, output: Output): void {
  const job = redactedJob(found);
  if (output.asJson) return output.json(jobDetailJson(job));
  const report = failureReport(job, output);
  if (report !== undefined) output.print(`${report}\n`);
  output.print(renderProperties(propertiesOf(job, output)));
  for (const error of job.errors) output.print(`\n${errorText(error, output)}`);
}

/** Leaves out what does not apply to the job's state. */
function propertiesOf(job: JobRecord, output: Output): (readonly [string, string])[] {
  const now = Date.now();
  const properties: (readonly [string, string | null | undefined])[] = [
    ['id', job.id],
    ['type', job.type],
    ['status', output.paint(STATUS_STYLES[job.status], job.status)],
    ['tenant', job.tenant],
    ['queue', job.queue],
    ['priority', `${job.priority} (${priorityName(job.priority)})`],
    ['attempts', `${job.attempts} of ${job.maxAttempts}${job.crashes > 0 ? `, ${job.crashes} of them crashes` : ''}`],
    ['created', fullTime(job.createdAt, now)],
    ['run at', job.status === 'pending' ? fullTime(job.runAt, now) : null],
    ['started', job.startedAt === null ? null : fullTime(job.startedAt, now)],
    ['finished', job.finishedAt === null ? null : fullTime(job.finishedAt, now)],
    ['lease', job.leaseOwner && `${job.leaseOwner} until ${fullTime(job.leaseExpiresAt, now)}`],
    ['fence', job.fence === 0 ? null : String(job.fence)],
    ['cancel requested', job.cancelRequestedAt === null ? null : fullTime(job.cancelRequestedAt, now)],
    ['progress', job.progress && JSON.stringify(job.progress)],
    ['idempotency key', job.idempotencyKey],
    ['spec hash', job.specHash],
    ['parent job', job.parentJobId],
    ['request', job.correlationId],
    ['payload', exactJson(job.payload, 2)],
    ['result', job.result === null ? null : exactJson(job.result, 2)],
  ];
  return properties.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, name === 'status' ? value : printableLines(value)] as const] : [],
  );
}

function errorText(error: AttemptError, output: Output): string {
  const head = `attempt ${error.attempt} failed at ${error.ended} on ${error.worker}`;
  const what = `${error.code}: ${printable(error.message)}`;
  const detail =
    error.detail === undefined ? [] : [output.paint('dim', `    ${indented(printableLines(error.detail))}`)];
  return [output.paint('red', head), `  ${what}`, ...detail].join('\n');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
