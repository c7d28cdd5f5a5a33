import { type DestinationStream, pino } from 'pino';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { terminalLines, type TerminalStyle } from './terminal-lines.js';

export interface WorkerLog {
  readonly logger: Logger;
  /** Writes what is still in memory, before the process exits. */
  readonly flush: () => void;
}

/** Writes one JSON object per line to stderr, with the field names of seed 3; on a terminal, lines in the given style. */
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
      // A mixin, not a child logger: a line that names the worker itself must not have the field twice.
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
  // Asynchronous: lines that arrive during a write share the next one, so a busy worker does not wait.
  const stream = pino.destination({ dest: process.stderr.fd, sync: false });
  // The reader of the log is gone. The worker continues.
  stream.on('error', () => undefined);
  return { stream, flush: () => quietly(() => stream.flushSync()) };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing was written yet, or the reader is gone.
  }
}
