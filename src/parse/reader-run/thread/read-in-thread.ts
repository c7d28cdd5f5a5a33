import { on } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { CasparianError } from '../../../platform/index.js';
import type { ColumnContract } from '../../../contract/index.js';
import type {
  FileFormat,
  InputFile,
  LineAccounting,
  ReadBatch,
  TableProfile,
  TableReader,
  WrittenAs,
} from '../../../tables/index.js';
import { type EarlyThread, startThread } from './start-thread.js';
import type { GuessedContract, WatchedReader } from './watched-reader.js';
import { fromMessage, type ThreadMessage, type ThreadTask, usedMemory } from './thread-message.js';

export interface InThread {
  /** The contract, if it is a guess. */
  readonly guess?: GuessedContract | null;
  /** The thread to use, if one was started. */
  readonly early?: EarlyThread | null;
}

/**
 * A reader that runs in a separate thread, a few batches ahead. Its notes and counts are complete when it ends. Columns
 * with a contract are scanned there as well. If the contract is a guess, the rows are profiled, too.
 */
export function readInThread(
  file: InputFile,
  format: FileFormat,
  opened: TableReader,
  contracts: readonly ColumnContract[] = [],
  { guess = null, early = null }: InThread = {},
): WatchedReader {
  const accounting: LineAccounting = { ...opened.accounting };
  const written: WrittenAs[] = [];
  const notes: string[] = [...(opened.notes ?? [])];
  const warnings: string[] = [...(opened.warnings ?? [])];
  let profile: TableProfile | null = null;
  return {
    columns: opened.columns,
    accounting,
    notes,
    warnings,
    ...(opened.written && { written }),
    profile: () => profile,
    async *batches(signal, onSkipped) {
      const task: ThreadTask = { ...file, format, contracts, keepsSkipped: onSkipped !== undefined, guess };
      const thread = early?.take() ?? startThread();
      thread.postMessage(task);
      try {
        for await (const message of messagesOf(thread, signal)) {
          if (message.kind === 'failure') throw failureOf(message);
          message.skipped.forEach((line) => onSkipped?.(line));
          if (message.kind === 'batch') {
            yield fromMessage(message.batch) satisfies ReadBatch;
            // Requests one more batch, in the memory of the batch that was read.
            const used = usedMemory(message.batch);
            thread.postMessage(used, used);
            // Node delivers up to a thousand waiting messages in one turn of its event loop: signals would wait for seconds.
            await setImmediate();
            continue;
          }
          profile = message.profile;
          Object.assign(accounting, message.accounting);
          written.push(...(message.written ?? []));
          notes.splice(0, notes.length, ...(message.notes ?? []));
          warnings.splice(0, warnings.length, ...(message.warnings ?? []));
          return;
        }
        signal.throwIfAborted();
        throw new Error('the thread that reads the file ended before the file did');
      } finally {
        await thread.terminate();
      }
    },
  };
}

async function* messagesOf(thread: Worker, signal: AbortSignal): AsyncGenerator<ThreadMessage> {
  for await (const [message] of on(thread, 'message', { signal, close: ['exit'] })) yield message as ThreadMessage;
}

function failureOf({ code, message, why, next }: Extract<ThreadMessage, { kind: 'failure' }>): CasparianError {
  return new CasparianError(code, message, { why, next });
}
