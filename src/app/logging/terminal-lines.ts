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
/** Said by the line itself, or the same on every line. */
const NOT_REPEATED = new Set(['timestamp', 'level', 'message', 'worker_id']);

/** The same log for the eyes: `22:41:07 info  Job completed  job_type=noop duration_ms=3`. */
export function terminalLines(terminal: NodeJS.WriteStream): DestinationStream {
  const colour = terminal.isTTY && terminal.hasColors();
  const paint = (style: Style, text: string): string => (colour ? styleText(style, text) : text);
  return {
    write: (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      const level = String(entry['level']);
      const time = new Date(String(entry['timestamp'])).toLocaleTimeString('en-GB');
      const parts = [
        paint('dim', time),
        paint(STYLES[level] ?? 'red', level.padEnd(5)),
        harmless(String(entry['message'])),
        paint('dim', harmless(fieldsOf(entry))),
      ];
      terminal.write(`${parts.join(' ').trimEnd()}\n`);
    },
  };
}

function fieldsOf(entry: Record<string, unknown>): string {
  return Object.entries(entry)
    .filter(([name]) => !NOT_REPEATED.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
}

/** What a job says must not be able to move the cursor. */
function harmless(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, '�');
}
