import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import type { Launcher } from './launcher/launcher.js';

/** Data is wrapped, so that no payload can ever be mistaken for the words `inherit` or `ignore`. */
export type StdinSource = 'inherit' | 'ignore' | { readonly data: string | Uint8Array };

/**
 * `inherit` gives the program our own stream, which we then neither see nor count; `stderr` gives it our stderr, for a
 * stdout that would get into the way of our own, and `stdout` our stdout, for a stderr that belongs there. `capture` keeps
 * the end of it.
 * A callback gets every chunk as well. It is called synchronously and must not wait: if it throws, the program is
 * stopped and runProcess rejects with that error.
 */
export type OutputSink = 'inherit' | 'stdout' | 'stderr' | 'capture' | ((chunk: Buffer) => void);

export interface ProcessOptions {
  /**
   * The program and its arguments; never a shell string. A name without a slash is looked up in the PATH of `env`
   * (in /bin and /usr/bin when that has none).
   */
  argv: readonly string[];
  cwd?: string;
  /** The whole environment. Nothing is inherited: a caller who wants ours spreads `process.env` into it. */
  env: Readonly<Record<string, string | undefined>>;
  /** Default `ignore`. */
  stdin?: StdinSource;
  /** Default `capture`. Programs that open /dev/stdout by name fail with ENXIO: Node's pipes are sockets. */
  stdout?: OutputSink;
  /** Default `capture`. */
  stderr?: OutputSink;
  /** Gets what the program writes to file descriptor 3, as `stdout` gets chunks. Without it, the descriptor is closed. */
  report?: (chunk: Buffer) => void;
  /** In place of `report`. Called as the program starts, with our end of a socket whose other end it has as file descriptor 3. */
  channel?: (socket: Duplex) => void;
  /** Stops the program when aborted; aborted before the start, nothing is started. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /**
   * The most memory the program and its group may hold; above it they are killed. Looked at every few milliseconds, so
   * a fast program can be above it for that long. Without effect on Windows, which is not measured.
   */
  memoryLimitBytes?: number | undefined;
  /**
   * The most CPU time, user and system, of the program and its group; above it they are killed. Children count while
   * they run and once they were waited for, daemons do not. On macOS only those that run count. Without effect on Windows.
   */
  cpuLimitMs?: number | undefined;
  /**
   * Starts the program in our place, ends what is left of it should this process die without a word, and has its children
   * ended that left the group. Puts CASPARIAN_RUN into the environment. It has none of our streams to hand on.
   */
  launcher?: Launcher | undefined;
  /** How long a program asked to stop (SIGTERM) may take before it is killed (SIGKILL). Default 5 s. */
  graceMs?: number;
  /** The most bytes kept of each captured stream: its end. More than that is counted and dropped. Default 64 KiB. */
  maxOutputBytes?: number;
}

export const DEFAULT_GRACE_MS = 5_000;
export const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1_024;

/** Node's timers fire at once when asked for more than this, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What a caller can only get wrong in code is a bug; what depends on the machine or on a user's words is a result. */
export function assertOptions(options: ProcessOptions): void {
  assert(options.argv.length > 0, 'argv names no program');
  assert(options.report === undefined || options.channel === undefined, 'one descriptor is used twice');
  assert(options.launcher === undefined || !hasOurStreams(options), 'a launcher has none of our streams');
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
