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
  const style = (name: Style, text: string): string => (colour ? styleText(name, text) : text);
  return {
    write: (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      const level = String(entry['level']);
      const time = new Date(String(entry['timestamp'])).toLocaleTimeString('en-GB');
      const fields = Object.entries(entry)
        .filter(([name]) => !NOT_REPEATED.has(name))
        .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const head = `${style('dim', time)} ${style(STYLES[level] ?? 'red', level.padEnd(5))} ${String(entry['message'])}`;
      terminal.write(`${head}${fields.length > 0 ? `  ${style('dim', fields.join(' '))}` : ''}\n`);
    },
  };
}
