import { watchCpu } from './cpu-watchdog.js';
import { tieToOurLife } from './live-groups.js';
import { watchMemory } from './memory-watchdog.js';
import { DEFAULT_GRACE_MS, DEFAULT_MAX_OUTPUT_BYTES, type OutputSink, type ProcessOptions } from './options.js';
import { createOutputTail, type OutputTail } from './output-tail.js';
import { signalGroup } from './process-group.js';
import { LINGER_MS } from './linger.js';
import { waitForRestOfGroup } from './rest-of-group.js';
import { endingOf, type Exit, NO_EXIT, type ProcessResult } from './result.js';
import { watchStopConditions } from './stop-conditions.js';
import { createTerminator } from './terminate.js';

/** The outputs of a program: `report` is descriptor 3. */
export type OutputStream = 'stdout' | 'stderr' | 'report';

/** A running program that leads its own process group. */
export interface RunningProgram {
  readonly pid: number;
  /** Settles when the leader has ended and was reaped. */
  readonly exited: Promise<Exit>;
  /** Whether its exit was reported together with its start. */
  readonly hasExited: boolean;
  /** Settles when no process holds its output any more and all of it was delivered. */
  readonly closed: Promise<void>;
  /** Settles when the output up to now was delivered. Without it, one turn of our event loop does that. */
  caughtUp?(): Promise<void>;
  /** Called once, immediately, with the receivers of its output. */
  onOutput(stream: OutputStream, take: (chunk: Buffer) => void): void;
  /**
   * Whether the process that started it ended first. The program was then killed, and its last output may be missing.
   */
  readonly isLost: boolean;
  /** Whether its process goes on with other work after its exit: then its group is not ended. */
  readonly stays?: boolean;
}

export type SupervisionOptions = Pick<
  ProcessOptions,
  | 'stdout'
  | 'stderr'
  | 'report'
  | 'signal'
  | 'timeoutMs'
  | 'memoryLimitBytes'
  | 'cpuLimitMs'
  | 'graceMs'
  | 'maxOutputBytes'
>;

/** Supervises a running program and its group until they end. Rejects if a callback of the caller threw. */
export async function supervise(
  program: RunningProgram,
  options: SupervisionOptions,
  startedAt: number,
): Promise<ProcessResult> {
  const { pid } = program;
  const terminator = createTerminator(pid, options.graceMs ?? DEFAULT_GRACE_MS);
  const sinkErrors: unknown[] = [];
  const onSinkError = (error: unknown) => {
    sinkErrors.push(error);
    terminator.stop('aborted');
  };
  const maxOutputBytes = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  const stdout = createOutputTail(maxOutputBytes);
  const stderr = createOutputTail(maxOutputBytes);
  program.onOutput('stdout', taking(stdout, options.stdout, onSinkError));
  program.onOutput('stderr', taking(stderr, options.stderr, onSinkError));
  if (options.report !== undefined) program.onOutput('report', passing(options.report, onSinkError));
  const group = { stop: () => terminator.stop('aborted'), kill: () => signalGroup(pid, 'SIGKILL') };
  // After the exit, the launcher knows what is left; registering four signal listeners for that is not worth it.
  const untie = program.hasExited ? () => undefined : tieToOurLife(group);
  const unwatch = watchStopConditions(options, terminator.stop);
  const memory = watchMemory(pid, options.memoryLimitBytes, () => terminator.kill('out_of_memory'));
  const cpu = watchCpu(pid, options.cpuLimitMs, () => terminator.kill('out_of_cpu'));

  const exit = await Promise.race([program.exited, terminator.unkillable.then(() => NO_EXIT)]);
  unwatch();
  memory.unwatch();
  cpu.unwatch();
  terminator.disarm();
  await waitForRestOfGroup(program, terminator.cause === undefined ? LINGER_MS : terminator.graceLeftMs());
  untie();
  if (sinkErrors.length > 0) throw sinkErrors[0];
  return {
    ending: terminator.cause ?? (program.isLost ? 'lost' : endingOf(exit)),
    ...exit,
    startError: null,
    durationMs: performance.now() - startedAt,
    peakMemoryBytes: memory.peak(),
    stdoutTail: stdout.read(),
    stderrTail: stderr.read(),
    stdoutBytes: stdout.bytes,
    stderrBytes: stderr.bytes,
  };
}

/** Reads at full speed whatever the sink does, so that a program never blocks on its output. */
function taking(tail: OutputTail, sink: OutputSink | undefined, onSinkError: (error: unknown) => void) {
  const pass = typeof sink === 'function' ? passing(sink, onSinkError) : undefined;
  return (chunk: Buffer): void => {
    tail.add(chunk);
    pass?.(chunk);
  };
}

function passing(sink: (chunk: Buffer) => void, onSinkError: (error: unknown) => void) {
  let hasFailed = false;
  return (chunk: Buffer): void => {
    if (hasFailed) return;
    try {
      sink(chunk);
    } catch (error) {
      hasFailed = true;
      onSinkError(error);
    }
  };
}
