import { type FileHandle, mkdir, open } from 'node:fs/promises';
import type { LogLevel } from '../worker/context.js';
import { createBoundedTail } from './bounded-tail.js';
import { createLineSplitter } from './line-splitter.js';
import { writtenLine } from './log-line.js';
import { logFolder, type LoggedAttempt, logPath } from './log-path.js';

export interface AttemptLogOptions extends LoggedAttempt {
  /** Where the logs of all jobs are. */
  readonly logs: string;
  readonly jobId: string;
  /** When the attempt began, by the database's clock: lines of all machines are in one order. */
  readonly startedAt: number;
  readonly maxBytes: number;
}

/** What one attempt prints. Its file comes into being with the first line: most programs are quiet. */
export interface AttemptLog {
  write(level: LogLevel, message: string): void;
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
  /** Everything is in the file when this resolves. A log that cannot be written fails nobody's job. */
  close(): Promise<void>;
}

/**
 * Of a long log the beginning and the end are kept. The beginning goes to the file as it comes; the end waits in memory
 * until it is known to be the end.
 */
export function openAttemptLog(options: AttemptLogOptions): AttemptLog {
  const { startedAt, maxBytes } = options;
  const begun = performance.now();
  const tail = createBoundedTail(maxBytes / 2);
  let headBytes = 0;
  let waiting = '';
  let file: FileHandle | undefined;
  let writing: Promise<void> | undefined;

  const now = (): number => startedAt + Math.round(performance.now() - begun);
  const flush = async (): Promise<void> => {
    while (waiting !== '') {
      const text = waiting;
      waiting = '';
      file ??= await create(options);
      await file.appendFile(text);
    }
  };
  const append = (line: string): void => {
    waiting += line;
    writing ??= flush()
      .catch(() => undefined)
      .finally(() => (writing = undefined));
  };
  const write = (level: LogLevel, message: string): void => {
    const line = writtenLine({ at: now(), level, message });
    if (headBytes >= maxBytes / 2) return tail.push(line);
    headBytes += Buffer.byteLength(line);
    append(line);
  };
  const stdout = createLineSplitter((line) => write('info', line));
  const stderr = createLineSplitter((line) => write('warn', line));

  return {
    write,
    stdout: stdout.push,
    stderr: stderr.push,
    async close() {
      stdout.end();
      stderr.end();
      const { dropped, lines } = tail.take();
      if (dropped > 0)
        append(writtenLine({ at: now(), level: 'warn', message: `(${dropped} lines were dropped here)` }));
      if (lines.length > 0) append(lines.join(''));
      while (writing !== undefined) await writing;
      await file?.close().catch(() => undefined);
    },
  };
}

async function create({ logs, jobId, attempt, fence }: AttemptLogOptions): Promise<FileHandle> {
  const path = logPath(logs, jobId, { attempt, fence });
  return open(path, 'a').catch(async () => {
    await mkdir(logFolder(logs, jobId), { recursive: true });
    return open(path, 'a');
  });
}
