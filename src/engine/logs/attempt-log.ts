import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { type LogLevel, MAX_LINE_CHARACTERS, writtenLine } from './log-line.js';
import { logFolder, type LoggedAttempt, logPath } from './log-path.js';

export interface AttemptLogOptions extends LoggedAttempt {
  /** Where the logs of all jobs are. */
  readonly logs: string;
  readonly jobId: string;
  /** When the attempt began, by the database's clock: lines of all machines are in one order. */
  readonly startedAt: number;
  readonly maxBytes: number;
}

/** The output of one attempt. The file is created with the first line: most programs print nothing. */
export interface AttemptLog {
  write(level: LogLevel, message: string): void;
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
  /** Everything is in the file when this resolves. A log that cannot be written does not fail the job. */
  close(): Promise<void>;
}

/**
 * Keeps the beginning and the end of a long log. The beginning is written at once; the end stays in memory until the
 * log is closed.
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
        append(
          writtenLine({
            at: now(),
            level: 'warn',
            message: `(${dropped === 1 ? '1 line was' : `${dropped} lines were`} dropped here)`,
          }),
        );
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
