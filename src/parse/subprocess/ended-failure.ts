import { CasparianError } from '../../platform/index.js';
import { type ProcessResult, type StopCause, tailText } from '../../process/index.js';
import type { ReaderLimits } from './start-reader.js';

interface Read extends ReaderLimits {
  readonly input: string;
}

/** Messages of Node when its heap is full. */
const HEAP_FULL = /heap out of memory|Allocation failed/;

/** Why the process that read a file ended early. */
export function endedFailure(result: ProcessResult, cause: StopCause | undefined, read: Read): CasparianError {
  switch (cause) {
    case 'aborted':
      return new CasparianError('INTERRUPTED', 'The run was interrupted; nothing was written');
    case 'timed_out':
      return new CasparianError(
        'PARSER_TIMEOUT',
        `Reading '${read.input}' took longer than ${(read.timeoutMs ?? 0) / 1_000} s`,
        { why: 'That is the limit set with reader_timeout_seconds or parser_timeout_seconds. Nothing was written.' },
      );
    case 'out_of_cpu':
      return new CasparianError(
        'PARSER_CPU_LIMIT',
        `Reading '${read.input}' took more than ${read.cpuSeconds} s of CPU time`,
        { why: 'That is the limit set with parser_cpu_seconds. Nothing was written.' },
      );
    case 'out_of_memory':
      return outOfMemory(
        read.input,
        `${mebibytes(read.memoryLimitBytes)}, the limit set with reader_memory_bytes or parser_memory_bytes.`,
      );
    case undefined:
      return endedByItself(result, read);
  }
}

function endedByItself(
  { startError, exitCode, signalName, stderrTail }: ProcessResult,
  { input }: Read,
): CasparianError {
  const words = tailText(stderrTail);
  if (HEAP_FULL.test(words)) return outOfMemory(input, 'the default heap limit of Node.');
  if (startError !== null) {
    return new CasparianError('PARSER_NOT_CONNECTED', 'The process that reads files could not be started', {
      why: startError.reason,
    });
  }
  return new CasparianError('PARSER_KILLED', `The process that read '${input}' ended before it was done`, {
    why: `It ended by ${signalName ?? `exit code ${exitCode}`}; nothing was written.`,
    next: ['See dmesg for the out-of-memory killer.'],
    detail: words,
  });
}

function outOfMemory(input: string, limit: string): CasparianError {
  return new CasparianError('PARSER_OUT_OF_MEMORY', `Reading '${input}' takes too much memory`, {
    why: `It takes more than ${limit} Nothing was written.`,
  });
}

function mebibytes(bytes = 0): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MiB`;
}
