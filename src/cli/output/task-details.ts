import { exactJson, formatDuration, shellLine } from '../../platform/index.js';
import { maskSecrets, type RunSpec, type TaskRecord } from '../../tasks/index.js';
import { taskDetailJson } from '../../tasks/task-json.js';
import { priorityName } from '../../engine/priority.js';
import { formatBytes } from './bytes.js';
import { STATUS_STYLES } from './job-table.js';
import type { Output } from './output.js';
import { printableLines } from './printable.js';
import { renderProperties } from './table.js';
import { tailText, taskFailureText } from './task-failure.js';
import { fullTime } from './time.js';

type Property = readonly [name: string, value: string | null];

/** All details of a task: what ran, its outcome, and the end of its output. */
export function printTask(task: TaskRecord, output: Output): void {
  if (output.asJson) return output.json(taskDetailJson(task));
  output.print(propertiesText([...outcomeOf(task, output), ...specOf(task.spec), ...jobOf(task)]));
  if (task.stdoutTail) output.print(`\n${tailText('Last output on stdout', task.stdoutTail)}`);
  const again = isOver(task) ? [`Run it again: casparian job retry ${task.id}`] : [];
  if (task.error !== null) output.print(`\n${taskFailureText(task, again)}`);
  else if (task.stderrTail) output.print(`\n${tailText('Last output on stderr', task.stderrTail)}`);
}

function isOver({ status }: TaskRecord): boolean {
  return status === 'failed' || status === 'dead_letter';
}

function outcomeOf(
  { id, status, specHash, result, exitCode, durationMs, attempts, replayOf, job }: TaskRecord,
  output: Output,
): Property[] {
  return [
    ['id', id],
    ['status', output.paint(STATUS_STYLES[status], status)],
    ['spec hash', specHash],
    ['replay of', replayOf],
    ['runs', `${attempts} of ${job.maxAttempts}`],
    ['exit code', exitCode === null ? null : String(exitCode)],
    ['took', durationMs === null ? null : formatDuration(durationMs)],
    ['result', result === null || result === undefined ? null : exactJson(result, 2)],
  ];
}

function specOf(spec: RunSpec): Property[] {
  const { backoff, delayMs, maxDelayMs, exitCodes } = spec.retry;
  const codes = exitCodes === 'any' ? 'any exit code' : `exit code ${[75, ...exitCodes].join(', ')}`;
  return [
    ['command', shellLine(spec.command)],
    ['payload', spec.payload === undefined ? null : `${exactJson(spec.payload, 2)}\n(as ${spec.payloadAs})`],
    ['cwd', spec.cwd ?? "the worker's"],
    [
      'env',
      listed(
        Object.entries(maskSecrets(spec.env)).map(([name, value]) => `${name}=${value}`),
        '\n',
      ),
    ],
    ['inherit', listed(spec.inherit)],
    ['secrets', listed(spec.secrets)],
    ['timeout', spec.timeoutMs === null ? null : formatDuration(spec.timeoutMs)],
    ['memory', spec.memoryBytes === null ? null : formatBytes(spec.memoryBytes)],
    ['cpu', spec.cpuMs === null ? null : formatDuration(spec.cpuMs)],
    ['code', spec.code],
    ['lockfile', spec.lockfileHash],
    ['retry', `${codes}; ${backoff}, from ${formatDuration(delayMs)} to ${formatDuration(maxDelayMs)}`],
  ];
}

function jobOf({ job }: TaskRecord): Property[] {
  const now = Date.now();
  return [
    ['tenant', job.tenant],
    ['queue', job.queue],
    ['priority', `${job.priority} (${priorityName(job.priority)})`],
    ['created', fullTime(job.createdAt, now)],
    ['run at', job.status === 'pending' ? fullTime(job.runAt, now) : null],
    ['started', job.startedAt === null ? null : fullTime(job.startedAt, now)],
    ['finished', job.finishedAt === null ? null : fullTime(job.finishedAt, now)],
    ['lease', job.leaseOwner && `${job.leaseOwner} until ${fullTime(job.leaseExpiresAt, now)}`],
    ['cancel requested', job.cancelRequestedAt === null ? null : fullTime(job.cancelRequestedAt, now)],
  ];
}

function listed(values: readonly string[], between = ', '): string | null {
  return values.length === 0 ? null : values.join(between);
}

/** Leaves out what does not apply to the task. */
function propertiesText(properties: readonly Property[]): string {
  return renderProperties(
    properties.flatMap(([name, value]) =>
      value === null ? [] : [[name, name === 'status' ? value : printableLines(value)] as const],
    ),
  );
}
