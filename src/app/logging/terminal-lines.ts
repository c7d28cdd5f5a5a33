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

/**
 * log: `22:41:07 info  Job completed  job_type=noop duration_ms=3`.
 * chronicle: `[22:41:07] New file: march.csv → job created`, for programs whose lines say it all; only trouble has details.
 */
export type TerminalStyle = 'log' | 'chronicle';

/** The same log for the eyes. */
export function terminalLines(terminal: NodeJS.WriteStream, style: TerminalStyle): DestinationStream {
  const colour = terminal.isTTY && terminal.hasColors();
  const paint = (style: Style, text: string): string => (colour ? styleText(style, text) : text);
  return {
    write: (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      const level = String(entry['level']);
      const time = new Date(String(entry['timestamp'])).toLocaleTimeString('en-GB');
      const message = harmless(String(entry['message']));
      const details = [
        paint(STYLES[level] ?? 'red', level.padEnd(5)),
        message,
        paint('dim', harmless(fieldsOf(entry))),
      ];
      const plain = style === 'chronicle' && level === 'info';
      const parts = [paint('dim', style === 'chronicle' ? `[${time}]` : time), ...(plain ? [message] : details)];
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
