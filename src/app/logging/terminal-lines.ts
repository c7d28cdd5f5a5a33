import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

type Style = Parameters<typeof styleText>[0];

const STYLES: Readonly<Record<string, Style>> = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};
/** In the line already, or the same on every line. */
const NOT_REPEATED = new Set(['timestamp', 'level', 'message', 'worker_id']);

/**
 * log: `22:41:07 info  Job completed  job_type=noop duration_ms=3`.
 * chronicle: `[22:41:07] New file: march.csv → job created`, for lines that need no fields.
 */
export type TerminalStyle = 'log' | 'chronicle';

/** The log as text for a terminal. */
export function terminalLines(terminal: NodeJS.WriteStream, style: TerminalStyle): DestinationStream {
  const colour = terminal.isTTY && terminal.hasColors();
  const paint: Paint = (style, text) => (colour ? styleText(style, text) : text);
  const line = style === 'log' ? logLine : chronicleLine;
  return { write: (text) => void terminal.write(`${line(JSON.parse(text) as Entry, paint)}\n`) };
}

type Entry = Record<string, unknown>;
type Paint = (style: Style, text: string) => string;

function logLine(entry: Entry, paint: Paint): string {
  const level = String(entry['level']);
  const parts = [
    paint('dim', timeOf(entry)),
    paint(STYLES[level] ?? 'red', level.padEnd(5)),
    harmless(String(entry['message'])),
    paint('dim', harmless(fieldsOf(entry))),
  ];
  return parts.join(' ').trimEnd();
}

function chronicleLine(entry: Entry, paint: Paint): string {
  const level = String(entry['level']);
  const reason = typeof entry['error'] === 'string' ? ` (${entry['error']})` : '';
  const message = harmless(`${String(entry['message'])}${reason}`);
  return `${paint('dim', `[${timeOf(entry)}]`)} ${level === 'info' ? message : paint(STYLES[level] ?? 'red', message)}`;
}

function timeOf(entry: Entry): string {
  return new Date(String(entry['timestamp'])).toLocaleTimeString('en-GB');
}

function fieldsOf(entry: Entry): string {
  return Object.entries(entry)
    .filter(([name]) => !NOT_REPEATED.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
}

/** Text of a job must not move the cursor. */
function harmless(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, '�');
}
