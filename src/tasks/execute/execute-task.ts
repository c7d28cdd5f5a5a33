import { errorMessage } from '../../platform/index.js';
import { type Launcher, runProcess } from '../../process/index.js';
import type { RunSpec } from '../spec/run-spec.js';
import type { AllowList } from './allow-list.js';
import { maxEnvelopeBytes, reportOfChannel, reportOfLastLine } from './envelope.js';
import { createLastLineFinder } from './last-line.js';
import { type HandOver, handOverPayload } from './deliver-payload.js';
import { createProgramOutput } from './program-output.js';
import { createResultChannel } from './result-channel.js';
import { secretsOf } from './secrets.js';
import type { StrikeOut } from './redactor.js';
import { failureOf, type StreamEnding, type TaskEnding, type TaskFailure } from './task-ending.js';
import { verdict } from './verdict.js';

/**
 * How long a program asked to stop may take. The engine waits for 5 s (abortGraceMs) until it leaves an attempt behind;
 * by then the program must have been killed, with its children, and its last words kept.
 */
export const STOP_GRACE_MS = 3_000;

/** Of a traceback the end is what matters, and the job keeps no more than this. */
const MAX_TRACEBACK_CHARACTERS = 4_000;

/** Runs the program of a spec once and answers what became of it; never rejects for what the program does. */
export async function executeTask(spec: RunSpec, run: TaskRun): Promise<TaskEnding> {
  const secrets = secretsOf(spec, run.env);
  const obstacle = obstacleTo(spec, run);
  if (obstacle !== undefined) return neverRan(obstacle, secrets);
  let handOver: HandOver;
  try {
    handOver = await handOverPayload(spec);
  } catch (error) {
    const why = errorMessage(error);
    return neverRan(
      failureOf('TASK_NOT_STARTED', 'The payload could not be handed over', { why, retryable: true }),
      secrets,
    );
  }
  try {
    return await runProgram(spec, run, handOver, secrets);
  } finally {
    await handOver.takeBack();
  }
}

async function runProgram(spec: RunSpec, run: TaskRun, handOver: HandOver, secrets: StrikeOut): Promise<TaskEnding> {
  const { maxResultBytes, tailBytes = DEFAULT_TAIL_BYTES } = run;
  const stdout = createProgramOutput(secrets, run.stdout);
  const stderr = createProgramOutput(secrets, run.stderr);
  const lastLine = createLastLineFinder(maxEnvelopeBytes(maxResultBytes));
  const channel = createResultChannel(maxEnvelopeBytes(maxResultBytes));
  const process = await runProcess({
    argv: [...spec.command, ...handOver.args],
    ...(spec.cwd === null ? {} : { cwd: spec.cwd }),
    env: { ...childEnvironment(spec, run), ...handOver.env },
    stdin: handOver.stdin,
    stdout: (chunk) => {
      lastLine.push(chunk);
      stdout.push(chunk);
    },
    stderr: stderr.push,
    report: channel.push,
    signal: run.signal,
    timeoutMs: spec.timeoutMs ?? undefined,
    memoryLimitBytes: spec.memoryBytes ?? undefined,
    cpuLimitMs: spec.cpuMs ?? undefined,
    graceMs: STOP_GRACE_MS,
    launcher: run.launcher,
    maxOutputBytes: tailBytes + secrets.longest,
  });

  const onChannel = reportOfChannel(channel.read(), maxResultBytes);
  const report = onChannel.kind === 'none' ? reportOfLastLine(lastLine.read(), maxResultBytes) : onChannel;
  const { failure, ...judged } = verdict(spec, process, report);
  return {
    ...judged,
    failure: failure && struck(failure, secrets),
    exitCode: process.exitCode,
    signalName: process.signalName,
    durationMs: process.durationMs,
    stdout: stdout.end({ bytes: process.stdoutBytes, tail: process.stdoutTail }, tailBytes),
    stderr: stderr.end({ bytes: process.stderrBytes, tail: process.stderrTail }, tailBytes),
  };
}

/** Why the program must not or cannot even be tried. */
function obstacleTo(spec: RunSpec, run: TaskRun): TaskFailure | undefined {
  const refusal = run.allow?.refusal(spec, { cwd: process.cwd() });
  if (refusal !== undefined) {
    return failureOf('TASK_NOT_ALLOWED', 'This worker does not run this task', {
      why: refusal,
      next: ['Allow it (--allow, task_allow), or submit it to a queue whose workers do.'],
    });
  }
  const missing = missingVariables(spec, run.env);
  if (missing.length === 0) return undefined;
  return failureOf('TASK_NOT_STARTED', `The program needs variables that are not set here: ${missing.join(', ')}`, {
    why: 'The spec names them, and their values are those of the worker that runs it.',
    next: ['Set them where the worker runs, and start it again.'],
  });
}

const NO_OUTPUT: StreamEnding = { bytes: 0, sha256: null, tail: '' };

function neverRan(failure: TaskFailure, secrets: StrikeOut): TaskEnding {
  return {
    failure: struck(failure, secrets),
    result: null,
    exitCode: null,
    signalName: null,
    durationMs: 0,
    stdout: NO_OUTPUT,
    stderr: NO_OUTPUT,
    warnings: [],
  };
}

function struck(failure: TaskFailure, { text }: StrikeOut): TaskFailure {
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

/** What the program sees: nothing of the worker but PATH and what the spec names, and who it is. */
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

/** What the spec wants of the worker's environment and the worker does not have, each with the field that names it. */
export function missingVariables(spec: RunSpec, env: TaskRun['env']): string[] {
  const missingOf = (field: 'inherit' | 'secrets'): string[] =>
    spec[field].filter((name) => env[name] === undefined).map((name) => `${name} (${field})`);
  return [...missingOf('inherit'), ...missingOf('secrets')];
}

/** One run of a spec: whose it is, where it runs, and who listens. */
export interface TaskRun {
  /** The worker's environment: where PATH, `inherit` and `secrets` come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null for a run without a job. */
  readonly jobId: string | null;
  readonly attempt: number;
  readonly fence: number;
  readonly specHash: string;
  /** What this worker may run; undefined is anything. */
  readonly allow: AllowList | undefined;
  readonly launcher?: Launcher | undefined;
  /** Stops the program and all its children. */
  readonly signal: AbortSignal;
  /** What it writes, secrets struck out, in whole lines; only a line without an end is handed on in parts. */
  readonly stdout?: ((lines: Buffer) => void) | undefined;
  readonly stderr?: ((lines: Buffer) => void) | undefined;
  /** How much of the end of each stream the ending keeps. */
  readonly tailBytes?: number | undefined;
  readonly maxResultBytes: number;
}

export const DEFAULT_TAIL_BYTES = 4_096;
