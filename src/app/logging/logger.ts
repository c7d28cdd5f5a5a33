import { type DestinationStream, pino } from 'pino';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { terminalLines, type TerminalStyle } from './terminal-lines.js';

export interface WorkerLog {
  readonly logger: Logger;
  /** Writes out what is still in memory. For the moment before the process ends. */
  readonly flush: () => void;
}

/** One JSON object a line on stderr, with the field names of seed 3; on a terminal, lines in the style asked for. */
export function createWorkerLog(
  settings: Pick<Settings, 'log_level' | 'log_format' | 'worker_id'>,
  style: TerminalStyle = 'log',
): WorkerLog {
  const { stream, flush } = destination(settings.log_format, style);
  const logger = pino(
    {
      level: settings.log_level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // A mixin rather than a child: where a line names the worker itself, the field does not appear twice.
      mixin: () => ({ worker_id: settings.worker_id }),
    },
    stream,
  );
  return { logger, flush };
}

function destination(
  format: Settings['log_format'],
  style: TerminalStyle,
): { stream: DestinationStream; flush: () => void } {
  if (format === 'text' || (format === 'auto' && process.stderr.isTTY)) {
    return { stream: terminalLines(process.stderr, style), flush: () => undefined };
  }
  // Asynchronous: lines that come while one write is under way share the next, so a busy worker is not held up.
  const stream = pino.destination({ dest: process.stderr.fd, sync: false });
  // Whoever read the log is gone. That is no reason to stop working.
  stream.on('error', () => undefined);
  return { stream, flush: () => quietly(() => stream.flushSync()) };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing was written yet, or nobody reads any more.
  }
}
