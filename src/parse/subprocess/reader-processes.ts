import { unlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { createResidentHost, type ResidentHost, type Sandbox } from '../../bridge/index.js';
import { lazily } from '../../platform/index.js';
import type { ReaderTask } from './run-reader-task.js';
import type { KnownFormat } from '../reader-run/known-format.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { ProfiledFile, ProfileTask } from '../dataset-contract/profile-files.js';
import { type ProfileOptions, READER, type Reader, type ReaderTaskOptions, startReader } from './start-reader.js';

/** Processes that read files for this one, as many as there is work for. */
export interface ReaderProcesses {
  /**
   * Reads one file in a separate process. The process is killed when the signal is aborted or a limit is reached; no
   * file stays staged then.
   */
  read(reading: ReaderTask, how: ReaderTaskOptions): Promise<ReaderRun>;
  /** The columns and values of files, for the contract of their dataset. */
  profile(task: ProfileTask, how: ProfileOptions): Promise<readonly ProfiledFile[]>;
  /** Ends them all. */
  close(): Promise<void>;
}

export interface ReaderProcessesOptions {
  /** How long an idle process is kept. */
  readonly idleMs?: number;
  readonly env: Readonly<Record<string, string>>;
  /** How they are confined, and the folder that they write to. Absent: they have the rights of this process. */
  readonly confinement?: {
    readonly sandbox: () => Promise<Sandbox | undefined>;
    readonly staging: string;
  };
}

/** All compiled code: readers import other modules. */
const PROGRAM_FOLDER = dirname(dirname(READER));

const IDLE_MS = 60_000;

/**
 * Processes that are started at once. For small files, more than the machine can run are useless, and each takes a
 * quarter of a second to start. For large files, a task that has waited for this long starts another process.
 */
const AT_ONCE = Math.max(2, availableParallelism());
const PATIENCE_MS = 500;

export function createReaderProcesses(options: ReaderProcessesOptions): ReaderProcesses {
  const { idleMs = IDLE_MS, env, confinement } = options;
  const openHost = lazily(async (): Promise<ResidentHost | undefined> => {
    const sandbox = await confinement?.sandbox();
    if (sandbox === undefined || confinement === undefined) return undefined;
    return createResidentHost({ sandbox, env, directory: PROGRAM_FOLDER, write: [confinement.staging] });
  });
  let host: Promise<ResidentHost | undefined> | undefined;
  const hosted = (): Promise<ResidentHost | undefined> => (host ??= openHost());
  const idle = new Map<Reader, NodeJS.Timeout>();
  const busy = new Set<Reader>();
  const waiting: (() => void)[] = [];
  const known = createKnownFormats();

  const end = async (reader: Reader): Promise<void> => {
    clearTimeout(idle.get(reader));
    idle.delete(reader);
    busy.delete(reader);
    await reader.close();
  };
  const take = async ({ limits, signal }: ProfileOptions): Promise<Reader> => {
    if (idle.size === 0 && busy.size >= AT_ONCE) await turn(waiting, signal);
    signal.throwIfAborted();
    for (const reader of [...idle.keys()].reverse()) {
      if (!reader.isFit(limits)) {
        void end(reader);
        continue;
      }
      clearTimeout(idle.get(reader));
      idle.delete(reader);
      busy.add(reader);
      return reader;
    }
    const started = startReader(env, hosted());
    busy.add(started);
    return started;
  };
  const release = (reader: Reader): void => {
    busy.delete(reader);
    idle.set(reader, setTimeout(() => void end(reader), idleMs).unref());
    waiting.shift()?.();
  };

  /** Lends files while they are read: before a process is free, so that none waits for it. */
  const withReader = async <T>(
    paths: readonly string[],
    how: ProfileOptions,
    work: (reader: Reader) => Promise<T>,
  ): Promise<T> => {
    const lending = hosted().then((one) => one?.lend(paths));
    // It is awaited when a process is free.
    lending.catch(() => undefined);
    try {
      const reader = await take(how);
      try {
        await lending;
        return await work(reader);
      } finally {
        release(reader);
      }
    } finally {
      await lending.then((loan) => loan?.takeBack());
    }
  };

  return {
    async read(reading, how) {
      try {
        return await withReader([reading.path], how, (reader) =>
          reader.read({ ...reading, known: known.take(reading.name ?? reading.path) }, how),
        );
      } catch (error) {
        for (const path of Object.values(reading.places)) await unlink(path).catch(() => undefined);
        throw error;
      }
    },
    async profile(task, how) {
      const profiled = await withReader(task.paths, how, (reader) => reader.profile(task, how));
      known.add(profiled);
      return profiled;
    },
    async close() {
      await Promise.all([...idle.keys(), ...busy].map(end));
      await (await host?.catch(() => undefined))?.close();
    },
  };
}

/** Formats that take a megabyte or two. Files beyond them are detected again. */
const MOST_KNOWN = 2_000;

/** The formats of files that were profiled and are read soon, by what the files are called. */
function createKnownFormats(): {
  add(files: readonly ProfiledFile[]): void;
  take(path: string): KnownFormat | undefined;
} {
  const formats = new Map<string, KnownFormat>();
  return {
    add(files) {
      for (const { path, known } of files)
        if (known !== undefined && formats.size < MOST_KNOWN) formats.set(path, known);
    },
    take(path) {
      const format = formats.get(path);
      formats.delete(path);
      return format;
    },
  };
}

/** Waits for a turn, but not longer than the limit. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      const place = waiting.indexOf(go);
      if (place >= 0) waiting.splice(place, 1);
      resolve();
    };
    const timer = setTimeout(go, PATIENCE_MS);
    signal.addEventListener('abort', go, { once: true });
    waiting.push(go);
  });
}
