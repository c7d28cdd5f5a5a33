import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import type { Launcher } from './launcher/launcher.js';

/** Data is wrapped, so that no payload can be confused with the words `inherit` or `ignore`. */
export type StdinSource = 'inherit' | 'ignore' | { readonly data: string | Uint8Array };

/**
 * `inherit` gives the program our own stream, which is then neither read nor counted. `stderr` connects its stdout to
 * our stderr, and `stdout` its stderr to our stdout. `capture` keeps the end of the output. A callback also gets every
 * chunk. It is called synchronously and must not block: if it throws, the program is stopped and runProcess rejects
 * with that error.
 */
export type OutputSink = 'inherit' | 'stdout' | 'stderr' | 'capture' | ((chunk: Buffer) => void);

export interface ProcessOptions {
  /**
   * The program and its arguments; never a shell string. A name without a slash is looked up in the PATH of `env` (by
   * default in /bin and /usr/bin).
   */
  argv: readonly string[];
  cwd?: string;
  /** The complete environment. Nothing is inherited: to pass ours on, spread `process.env` into it. */
  env: Readonly<Record<string, string | undefined>>;
  /** Default `ignore`. */
  stdin?: StdinSource;
  /** Default `capture`. Programs that open /dev/stdout by name fail with ENXIO: Node's pipes are sockets. */
  stdout?: OutputSink;
  /** Default `capture`. */
  stderr?: OutputSink;
  /** Receives what the program writes to file descriptor 3, in chunks. Without it, the descriptor is closed. */
  report?: (chunk: Buffer) => void;
  /**
   * Instead of `report`. Called when the program starts, with our end of a socket; the program has the other end as
   * file descriptor 3.
   */
  channel?: (socket: Duplex) => void;
  /** Stops the program when aborted. If it is already aborted, nothing is started. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /**
   * The maximum memory of the program and its group; above it they are killed. Measured every few milliseconds, so a
   * fast program can exceed it for that long. No effect on Windows.
   */
  memoryLimitBytes?: number | undefined;
  /**
   * The maximum CPU time, user and system, of the program and its group; above it they are killed. Children count while
   * they run and after they were waited for; daemons do not. On macOS only running processes count. No effect on
   * Windows.
   */
  cpuLimitMs?: number | undefined;
  /**
   * Starts the program instead of this process. If this process dies suddenly, the launcher ends the program, and also
   * its children that left the group. Adds CASPARIAN_RUN to the environment. Cannot pass on our streams.
   */
  launcher?: Launcher | undefined;
  /** How long a program may take to stop after SIGTERM before it gets SIGKILL. Default 5 s. */
  graceMs?: number;
  /**
   * The maximum number of bytes kept of each captured stream: its end. Earlier bytes are counted and dropped. Default
   * 64 KiB.
   */
  maxOutputBytes?: number;
}

export const DEFAULT_GRACE_MS = 5_000;
export const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1_024;

/** Node's timers fire at once for longer delays: 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A mistake in the calling code is a bug; a failure that depends on the machine or on the user's input is a result. */
export function assertOptions(options: ProcessOptions): void {
  assert(options.argv.length > 0, 'argv names no program');
  assert(options.report === undefined || options.channel === undefined, 'one descriptor is used twice');
  assert(options.launcher === undefined || !hasOurStreams(options), 'a launcher cannot pass on our streams');
  assertWithin('timeoutMs', options.timeoutMs, LONGEST_TIMER_MS);
  assertWithin('memoryLimitBytes', options.memoryLimitBytes, Number.MAX_SAFE_INTEGER);
  assertWithin('cpuLimitMs', options.cpuLimitMs, Number.MAX_SAFE_INTEGER);
  assertWithin('graceMs', options.graceMs, LONGEST_TIMER_MS);
  assertWithin('maxOutputBytes', options.maxOutputBytes, Number.MAX_SAFE_INTEGER);
}

function hasOurStreams({ stdin, stdout, stderr, channel }: ProcessOptions): boolean {
  const ours: unknown[] = ['inherit', 'stdout', 'stderr'];
  return channel !== undefined || [stdin, stdout, stderr].some((stream) => ours.includes(stream));
}

function assertWithin(name: string, value: number | undefined, largest: number): void {
  assert(value === undefined || (value >= 0 && value <= largest), `${name} is ${value}, outside 0 to ${largest}`);
}
