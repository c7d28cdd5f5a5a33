import { errorMessage } from '../../platform/index.js';
import { type Launcher, runProcess } from '../../process/index.js';
import type { RunSpec } from '../spec/run-spec.js';
import type { AllowList } from './allow-list.js';
import { maxEnvelopeBytes, reportOfChannel, reportOfLastLine } from './envelope.js';
import { createGrowingBuffer } from './growing-buffer.js';
import { createLastLineFinder } from './last-line.js';
import { type PayloadDelivery, deliverPayload } from './deliver-payload.js';
import { createProgramOutput } from './program-output.js';

import { secretsOf } from './secrets.js';
import type { Redactor } from './redactor.js';
import { failureOf, type StreamEnding, type TaskEnding, type TaskFailure } from './task-ending.js';
import { verdict } from './verdict.js';

/**
 * How long a program may take to stop. The engine waits 5 s (abortGraceMs) before it abandons an attempt; by then the
 * program and its children must be killed and the end of their output stored.
 */
export const STOP_GRACE_MS = 3_000;

/** The job keeps only the end of a traceback, which names the error. */
const MAX_TRACEBACK_CHARACTERS = 4_000;

/** Runs the program of a spec once and returns its ending; never rejects because of what the program does. */
export async function executeTask(spec: RunSpec, run: TaskRun): Promise<TaskEnding> {
  const secrets = secretsOf(spec, run.env);
  const refusal = reasonNotToRun(spec, run);
  if (refusal !== undefined) return neverRan(refusal, secrets);
  let delivery: PayloadDelivery;
  try {
    delivery = await deliverPayload(spec);
  } catch (error) {
    const why = errorMessage(error);
    return neverRan(
      failureOf('TASK_NOT_STARTED', 'The payload could not be passed to the program', { why, retryable: true }),
      secrets,
    );
  }
  try {
    return await runProgram(spec, run, delivery, secrets);
  } finally {
    await delivery.dispose();
  }
}

async function runProgram(
  spec: RunSpec,
  run: TaskRun,
  delivery: PayloadDelivery,
  secrets: Redactor,
): Promise<TaskEnding> {
  const { maxResultBytes, tailBytes = DEFAULT_TAIL_BYTES } = run;
  const stdout = createProgramOutput(secrets, run.stdout);
  const stderr = createProgramOutput(secrets, run.stderr);
  const lastLine = createLastLineFinder(maxEnvelopeBytes(maxResultBytes));
  const channel = createGrowingBuffer(maxEnvelopeBytes(maxResultBytes) + 1);
  const process = await runProcess({
    argv: [...spec.command, ...delivery.args],
    ...(spec.cwd === null ? {} : { cwd: spec.cwd }),
    env: { ...childEnvironment(spec, run), ...delivery.env },
    stdin: delivery.stdin,
    stdout: (chunk) => {
      lastLine.push(chunk);
      stdout.push(chunk);
    },
    stderr: stderr.push,
    report: channel.add,
    signal: run.signal,
    timeoutMs: spec.timeoutMs ?? undefined,
    memoryLimitBytes: spec.memoryBytes ?? undefined,
    cpuLimitMs: spec.cpuMs ?? undefined,
    graceMs: STOP_GRACE_MS,
    launcher: run.launcher,
    maxOutputBytes: tailBytes + secrets.longest,
  });

  const onChannel = reportOfChannel(channel.bytes, maxResultBytes);
  const report = onChannel.kind === 'none' ? reportOfLastLine(lastLine.read(), maxResultBytes) : onChannel;
  const { failure, ...judged } = verdict(spec, process, report);
  return {
    ...judged,
    failure: failure && redacted(failure, secrets),
    exitCode: process.exitCode,
    signalName: process.signalName,
    durationMs: process.durationMs,
    stdout: stdout.end({ bytes: process.stdoutBytes, tail: process.stdoutTail }, tailBytes),
    stderr: stderr.end({ bytes: process.stderrBytes, tail: process.stderrTail }, tailBytes),
  };
}

/** Why the program must not or cannot start. */
function reasonNotToRun(spec: RunSpec, run: TaskRun): TaskFailure | undefined {
  const refusal = run.allow?.refusal(spec, { cwd: process.cwd() });
  if (refusal !== undefined) {
    return failureOf('TASK_NOT_ALLOWED', 'This worker may not run this task', {
      why: refusal,
      next: ["Add the command to the worker's allow-list (setting task_allow), or submit the task to another queue."],
    });
  }
  const missing = missingVariables(spec, run.env);
  if (missing.length === 0) return undefined;
  return failureOf(
    'TASK_NOT_STARTED',
    `The program needs variables that are not set on this worker: ${missing.join(', ')}`,
    {
      why: 'The spec names them, and their values come from the worker.',
      next: ['Set them in the environment of the worker, and restart it.'],
    },
  );
}

const NO_OUTPUT: StreamEnding = { bytes: 0, sha256: null, tail: '' };

function neverRan(failure: TaskFailure, secrets: Redactor): TaskEnding {
  return {
    failure: redacted(failure, secrets),
    result: null,
    exitCode: null,
    signalName: null,
    durationMs: 0,
    stdout: NO_OUTPUT,
    stderr: NO_OUTPUT,
    warnings: [],
  };
}

function redacted(failure: TaskFailure, { text }: Redactor): TaskFailure {
  const { message, why, traceback } = failure;
  return {
    ...failure,
    message: text(message),
    class: failure.class && text(failure.class),
    traceback: traceback && endOf(text(traceback)),
    ...(why === undefined ? {} : { why: text(why) }),
  };
}

function endOf(traceback: string): string {
  return traceback.length <= MAX_TRACEBACK_CHARACTERS ? traceback : `…${traceback.slice(1 - MAX_TRACEBACK_CHARACTERS)}`;
}

export const RESULT_FD = 3;

/** The variables of the program: from the worker only PATH and what the spec names, and which run this is. */
export function childEnvironment(spec: RunSpec, run: TaskRun): Record<string, string> {
  const { PATH } = run.env;
  const ofWorker = [...spec.inherit, ...spec.secrets].map((name) => [name, run.env[name] ?? ''] as const);
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...Object.fromEntries(ofWorker),
    ...spec.env,
    CASPARIAN_JOB_ID: run.jobId ?? '',
    CASPARIAN_ATTEMPT: String(run.attempt),
    CASPARIAN_FENCE: String(run.fence),
    CASPARIAN_SPEC_HASH: run.specHash,
    CASPARIAN_RESULT_FD: String(RESULT_FD),
  };
}

/** Variables that the spec names and the worker does not have, each with the field that names it. */
export function missingVariables(spec: RunSpec, env: TaskRun['env']): string[] {
  const missingOf = (field: 'inherit' | 'secrets'): string[] =>
    spec[field].filter((name) => env[name] === undefined).map((name) => `${name} (${field})`);
  return [...missingOf('inherit'), ...missingOf('secrets')];
}

/** One run of a spec: its job, its environment and its listeners. */
export interface TaskRun {
  /** The worker's environment: where PATH, `inherit` and `secrets` come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null for a run without a job. */
  readonly jobId: string | null;
  readonly attempt: number;
  readonly fence: number;
  readonly specHash: string;
  /** What this worker may run; undefined allows everything. */
  readonly allow: AllowList | undefined;
  readonly launcher?: Launcher | undefined;
  /** Stops the program and all its children. */
  readonly signal: AbortSignal;
  /** Receives the output, secrets redacted, in whole lines; only a very long line arrives in parts. */
  readonly stdout?: ((lines: Buffer) => void) | undefined;
  readonly stderr?: ((lines: Buffer) => void) | undefined;
  /** How many of the last bytes of each stream are kept. */
  readonly tailBytes?: number | undefined;
  readonly maxResultBytes: number;
}

export const DEFAULT_TAIL_BYTES = 4_096;
