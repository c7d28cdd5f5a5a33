import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogLine, readLine } from './log-line.js';
import { attemptOfLog, logFolder, type LoggedAttempt } from './log-path.js';

export interface FileLogLine extends LogLine, LoggedAttempt {}

/** Reads what programs printed in the attempts at a job; each call continues where the last one ended. */
export interface JobLogReader {
  /** Whether a log of this job is on this machine. */
  readonly found: boolean;
  readNew(): Promise<FileLogLine[]>;
}

const PIECE_BYTES = 1_048_576;

export function createJobLogReader(logs: string, jobId: string): JobLogReader {
  const folder = logFolder(logs, jobId);
  const read = new Map<string, number>();
  return {
    get found() {
      return read.size > 0;
    },
    async readNew() {
      const lines: FileLogLine[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        const attempt = attemptOfLog(name);
        if (attempt === undefined) continue;
        const { bytes, text } = await wholeLinesFrom(join(folder, name), read.get(name) ?? 0);
        read.set(name, (read.get(name) ?? 0) + bytes);
        for (const line of text.split('\n').map(readLine)) if (line !== null) lines.push({ ...line, ...attempt });
      }
      return lines;
    },
  };
}

/** Without an incomplete last line. */
async function wholeLinesFrom(path: string, position: number): Promise<{ bytes: number; text: string }> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return { bytes: 0, text: '' };
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position + length);
      if (bytesRead === 0) break;
      pieces.push(piece.subarray(0, bytesRead));
      length += bytesRead;
    }
    const all = Buffer.concat(pieces);
    const bytes = all.lastIndexOf('\n') + 1;
    return { bytes, text: all.toString('utf8', 0, bytes) };
  } finally {
    await file.close();
  }
}
