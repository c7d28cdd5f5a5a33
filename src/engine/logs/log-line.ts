export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line of a log file: one JSON object per line. */
export interface LogLine {
  /** Milliseconds since 1970, counted from the attempt's start by the database's clock. */
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
}

/** Longer lines are shortened: a parser that prints a picture must not make a log unreadable. */
export const MAX_LINE_CHARACTERS = 8_000;

export function writtenLine({ at, level, message }: LogLine): string {
  return `${JSON.stringify({ at, level, message: clippedLine(message) })}\n`;
}

export function clippedLine(message: string): string {
  return message.length <= MAX_LINE_CHARACTERS ? message : `${message.slice(0, MAX_LINE_CHARACTERS)}…`;
}

/** Null for anything else, such as half a line from a killed worker. */
export function readLine(text: string): LogLine | null {
  // Every log ends with an empty line, and an error of JSON.parse takes 40 µs.
  if (text === '') return null;
  try {
    const line = JSON.parse(text) as LogLine;
    return typeof line.at === 'number' && typeof line.message === 'string' ? line : null;
  } catch {
    return null;
  }
}
