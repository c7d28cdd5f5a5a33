import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ProcessResult,
  runProcess,
  type StopCause,
  watchCpu,
  watchMemory,
  watchStopConditions,
} from '../../process/index.js';
import { readLines, type ResidentHost } from '../../bridge/index.js';
import type { UnpackLimits } from '../../tables/index.js';
import type { ProfiledFile, ProfileTask } from '../dataset-contract/profile-files.js';
import type { ReaderTask } from './run-reader-task.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import { type ReaderMessage, receivedError, receivedRun } from './reader-message.js';
import { checkStaged } from './check-staged.js';
import { endedFailure } from './ended-failure.js';
import type { Reading } from '../report/report.js';

/** The limits for reading one file. */
export interface ReaderLimits {
  readonly timeoutMs: number | undefined;
  readonly cpuSeconds: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  /** How much a compressed file may unpack to; the default if absent. */
  readonly unpackLimits?: UnpackLimits | undefined;
}

export interface ProfileOptions {
  readonly limits: ReaderLimits;
  readonly signal: AbortSignal;
}

export interface ReaderTaskOptions extends ProfileOptions {
  /** Called when the format and the contract are known, before rows are written. */
  readonly onReading: (reading: Reading) => void;
}

/** A process that reads files, one at a time. */
export interface Reader {
  /** Whether it can read another file: it is alive and uses little memory. */
  isFit(limits: ReaderLimits): boolean;
  /** Throws if the process ended, by itself or because of a limit. */
  read(reading: ReaderTask, how: ReaderTaskOptions): Promise<ReaderRun>;
  /** Throws as `read` does. */
  profile(task: ProfileTask, how: ProfileOptions): Promise<readonly ProfiledFile[]>;
  close(): Promise<void>;
}

/** A running process of a reader. */
interface Running {
  /** Undefined if it could not be started. */
  readonly channel: Duplex | undefined;
  readonly ended: Promise<ProcessResult>;
  /** Its number here; undefined if it knows it itself. */
  readonly pid?: number;
}

/**
 * Next to this file if it is compiled; from source, the last build, as in tests of the command line. A process that
 * compiles itself takes two seconds to start instead of a quarter.
 */
export const READER = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../dist/parse/reader-process.js', import.meta.url)
    : new URL('../reader-process.js', import.meta.url),
);

/** Memory of a file is not released at once. A process that uses more is not reused. */
const FIT_BYTES = 256 * 2 ** 20;

type Ending = Exclude<ReaderMessage, { kind: 'begun' | 'reading' }>;

/** Confined if there is a host for that. */
export function startReader(env: Readonly<Record<string, string>>, host?: Promise<ResidentHost | undefined>): Reader {
  const stop = new AbortController();
  let receive: (message: ReaderMessage) => void = () => undefined;
  let heldBytes = 0;
  let hasEnded = false;
  const starting = start(env, stop.signal, host).then((running) => {
    const hear = (line: string): void => {
      const message = parsedMessage(line);
      if (message === undefined) stop.abort();
      else receive(message);
    };
    if (running.channel !== undefined) readLines(running.channel, hear, () => undefined);
    void running.ended.finally(() => (hasEnded = true));
    return running;
  });
  starting.catch(() => (hasEnded = true));

  const resultOf = async (
    task: ReaderTask | ProfileTask,
    { limits, signal }: ProfileOptions,
    onReading: (reading: Reading) => void = () => undefined,
  ) => {
    const { channel, ended, pid } = await starting;
    const watches: (() => void)[] = [];
    let cause: StopCause | undefined;
    const stopFor = (why: StopCause): void => {
      cause ??= why;
      stop.abort();
    };
    const result = new Promise<Ending>((resolve) => {
      receive = (message) => {
        if (message.kind === 'begun')
          watches.push(...watchUse({ ...message, ...(pid === undefined ? {} : { pid }) }, limits, stopFor));
        else if (message.kind === 'reading') onReading(message.reading);
        else resolve(message);
      };
    });
    watches.push(watchStopConditions({ signal, timeoutMs: limits.timeoutMs }, stopFor));
    channel?.write(`${JSON.stringify({ ...task, unpackLimits: limits.unpackLimits })}\n`);
    return Promise.race([result, ended])
      .then((end) => ({ end, cause }))
      .finally(() => watches.forEach((unwatch) => unwatch()));
  };

  const success = (
    end: Ending | ProcessResult,
    cause: StopCause | undefined,
    input: string,
    { limits }: ProfileOptions,
  ): Extract<Ending, { heldBytes: number }> => {
    if (!isMessage(end)) throw endedFailure(end, cause, { input, ...limits });
    if (end.kind === 'failure') throw receivedError(end.failure);
    if (end.kind === 'bug') throw new Error(end.stack);
    heldBytes = end.heldBytes;
    return end;
  };

  return {
    isFit: ({ memoryLimitBytes = Infinity }) => !hasEnded && heldBytes < Math.min(FIT_BYTES, memoryLimitBytes / 2),
    async read(reading, how) {
      const { end, cause } = await resultOf(reading, how, how.onReading);
      const done = success(end, cause, reading.path, how);
      if (done.kind !== 'run') throw new Error('the reader returned profiles instead of rows');
      const run = receivedRun(done.run);
      try {
        checkStaged(run, reading);
      } catch (error) {
        stop.abort();
        throw error;
      }
      return run;
    },
    async profile(task, how) {
      const { end, cause } = await resultOf(task, how);
      const done = success(end, cause, task.paths[0] ?? '', how);
      if (done.kind !== 'profiled') throw new Error('the reader returned rows instead of profiles');
      return done.files;
    },
    async close() {
      stop.abort();
      const running = await starting.catch(() => undefined);
      running?.channel?.destroy();
      await running?.ended;
    },
  };
}

async function start(
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
  host: Promise<ResidentHost | undefined> | undefined,
): Promise<Running> {
  const resident = await (await host)?.start(READER, signal);
  if (resident !== undefined) return { ...resident, channel: resident.connection };
  return new Promise((resolve) => {
    // It needs no time to clean up: the caller removes its staged files.
    const ended = runProcess({
      ...{ argv: [process.execPath, READER], env, graceMs: 0, signal },
      channel: (channel) => queueMicrotask(() => resolve({ channel, ended })),
    });
    void ended.then(() => resolve({ channel: undefined, ended }));
  });
}

/** Undefined if a process that a hostile file has taken over sent something else. */
function parsedMessage(line: string): ReaderMessage | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as ReaderMessage) : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(end: Ending | ProcessResult): end is Ending {
  return 'kind' in end;
}

/** The process has read other files before: their CPU time does not count. */
function watchUse(
  { pid, cpuMs }: Extract<ReaderMessage, { kind: 'begun' }>,
  { cpuSeconds, memoryLimitBytes }: ReaderLimits,
  stopFor: (cause: StopCause) => void,
): (() => void)[] {
  const cpuLimitMs = cpuSeconds === undefined ? undefined : cpuMs + cpuSeconds * 1_000;
  return [
    watchMemory(pid, memoryLimitBytes, () => stopFor('out_of_memory')),
    watchCpu(pid, cpuLimitMs, () => stopFor('out_of_cpu')),
  ].map((watch) => () => watch.unwatch());
}
