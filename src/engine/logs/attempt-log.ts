import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { type LogLevel, type LogLine, MAX_LINE_CHARACTERS, readLine, writtenLine } from './log-line.js';
import { logFolder, type LoggedAttempt, logPath } from './log-path.js';

export interface AttemptLogOptions extends LoggedAttempt {
  /** Where the logs of all jobs are. */
  readonly logs: string;
  readonly jobId: string;
  /** When the attempt began, by the database's clock: lines of all machines are in one order. */
  readonly startedAt: number;
  readonly maxBytes: number;
  /** How long the first lines wait in memory for the end of a short attempt. Default 0. */
  readonly holdMs?: number;
}

/** The output of one attempt. The file is created with the first line: most programs print nothing. */
export interface AttemptLog {
  write(level: LogLevel, message: string): void;
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
  /** Everything is in the file when this returns. A log that cannot be written does not fail the job. */
  close(): void;
  /** Closes the log. Lines of a short one that are in no file are left to the caller. */
  closeShort(): ShortLog;
}

/** The lines of a short attempt. */
export interface ShortLog {
  readonly lines: readonly LogLine[];
  /** Writes them to the file after all, if the caller could not store them. */
  writeFile(): void;
}

/** A log that is longer is written to its file at once. */
const SHORT_CHARACTERS = 8_192;

/**
 * Keeps the beginning and the end of a long log. The beginning is written at once, together with what else arrives in this turn of the
 * event loop; the end stays in memory until the log is closed. The page cache takes the few lines at once: in another thread, the
 * calls for a line of log took ten times as long.
 */
export function openAttemptLog(options: AttemptLogOptions): AttemptLog {
  const { startedAt, maxBytes, holdMs = 0 } = options;
  const begun = performance.now();
  const tail = createBoundedTail(maxBytes / 2);
  let headBytes = 0;
  let waiting = '';
  let file: number | undefined;
  let held: NodeJS.Timeout | undefined;
  let isClosed = false;

  const now = (): number => startedAt + Math.round(performance.now() - begun);
  const flush = (): void => {
    clearTimeout(held);
    held = undefined;
    let rest = Buffer.from(waiting);
    waiting = '';
    try {
      if (rest.length > 0) file ??= create(options);
      // A disk that becomes full accepts a part of the bytes first.
      while (file !== undefined && rest.length > 0) rest = rest.subarray(writeSync(file, rest));
    } catch {
      // The job goes on without these lines.
    }
  };
  const append = (line: string): void => {
    if (isClosed) return;
    const isFirst = waiting === '';
    waiting += line;
    if (holdMs === 0 || file !== undefined) {
      if (isFirst) setImmediate(flush);
    } else if (waiting.length > SHORT_CHARACTERS) flush();
    else held ??= setTimeout(flush, holdMs);
  };
  const write = (level: LogLevel, message: string): void => {
    const line = writtenLine({ at: now(), level, message });
    if (headBytes >= maxBytes / 2) return tail.push(line);
    headBytes += Buffer.byteLength(line);
    append(line);
  };
  const stdout = createLineSplitter((line) => write('info', line));
  const stderr = createLineSplitter((line) => write('warn', line));

  const endStreams = (): void => {
    stdout.end();
    stderr.end();
  };
  const close = (): void => {
    if (isClosed) return;
    endStreams();
    const { dropped, lines } = tail.take();
    if (dropped > 0)
      append(
        writtenLine({
          at: now(),
          level: 'warn',
          message: `(${dropped === 1 ? '1 line was' : `${dropped} lines were`} dropped here)`,
        }),
      );
    if (lines.length > 0) append(lines.join(''));
    flush();
    isClosed = true;
    if (file !== undefined) closeSync(file);
  };

  return {
    write,
    stdout: stdout.push,
    stderr: stderr.push,
    close,
    closeShort() {
      endStreams();
      const isShort = file === undefined && headBytes < maxBytes / 2;
      const text = isShort ? waiting : '';
      if (isShort) waiting = '';
      close();
      return {
        lines: text.split('\n').flatMap((line) => readLine(line) ?? []),
        writeFile() {
          if (text === '') return;
          [isClosed, waiting] = [false, text];
          close();
        },
      };
    },
  };
}

function create({ logs, jobId, attempt, fence }: AttemptLogOptions): number {
  mkdirSync(logFolder(logs, jobId), { recursive: true });
  return openSync(logPath(logs, jobId, { attempt, fence }), 'a');
}

/** The end of a text that may be much longer than the limit, in whole lines. */
interface BoundedTail {
  push(line: string): void;
  /** The number of dropped lines, and the rest. */
  take(): { dropped: number; lines: readonly string[] };
}

function createBoundedTail(maxBytes: number): BoundedTail {
  let lines: string[] = [];
  let first = 0;
  let bytes = 0;
  let droppedBefore = 0;
  return {
    push(line) {
      lines.push(line);
      bytes += Buffer.byteLength(line);
      while (bytes > maxBytes && first < lines.length) bytes -= Buffer.byteLength(lines[first++] ?? '');
      // Dropped lines are removed in batches: shifting the array for each line would move all the others.
      if (first > 1_000 && first > lines.length / 2) {
        droppedBefore += first;
        lines = lines.slice(first);
        first = 0;
      }
    },
    take: () => ({ dropped: droppedBefore + first, lines: lines.slice(first) }),
  };
}

/** Splits the chunks that a program writes into lines. A line that is too long is split too. */
function createLineSplitter(onLine: (line: string) => void): {
  push: (chunk: Buffer) => void;
  end: () => void;
} {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    while (rest.length > MAX_LINE_CHARACTERS) {
      onLine(rest.slice(0, MAX_LINE_CHARACTERS));
      rest = rest.slice(MAX_LINE_CHARACTERS);
    }
  };
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end());
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
