import { CasparianError, hint } from '../../platform/index.js';
import type { ProcessResult } from '../../process/index.js';
import type { ParserProcessRun } from './parser-process.js';
import { parserFailure } from './reported-failure.js';
import type { ParserProcessRequest } from './request.js';

/**
 * Why a run failed, or null. Several things go wrong at once when a process dies: the first cause is reported, not its
 * consequences. First come our own actions (the user's Ctrl-C, a limit), then the failure reported by the process, then
 * errors in its data, then its exit.
 */
export function failureOf(
  { stream, process, connected }: ParserProcessRun,
  request: ParserProcessRequest,
): CasparianError | null {
  if (request.signal.aborted) return new CasparianError('INTERRUPTED', 'The run was interrupted; nothing was written');
  if (process.result === null) return ourError(process.error);
  if (stream.kind === 'end') return null;
  const { result } = process;
  if (result.ending === 'timed_out') return timedOut(request);
  if (result.ending === 'out_of_memory') return outOfMemory(request);
  if (result.signalName === 'SIGXCPU') return cpuLimit(request);
  if (stream.kind === 'parser_error') return parserFailure(stream.failure, request);
  if (result.ending === 'signalled') return killed(result, request);
  if (stream.kind === 'our_error') return ourError(stream.error);
  if (result.ending === 'not_started') return notStarted(result, request);
  return connected ? exited(result) : notConnected(result, request);
}

function timedOut({ timeoutMs = 0, input }: ParserProcessRequest): CasparianError {
  return new CasparianError(
    'PARSER_TIMEOUT',
    `The parser took longer than ${timeoutMs / 1_000} s for '${input.name}'`,
    {
      why: 'It was stopped, with everything it had started. Nothing was written.',
      next: [hint('Give it more time', { options: { timeout: '10m' } })],
    },
  );
}

function outOfMemory({ memoryLimitBytes = 0 }: ParserProcessRequest): CasparianError {
  const limit = `${Math.round(memoryLimitBytes / 2 ** 20).toLocaleString('en-US')} MiB`;
  return new CasparianError('PARSER_OUT_OF_MEMORY', `The parser needed more than ${limit} of memory`, {
    why: 'That is its memory limit.',
    next: [
      'Yield batches instead of returning everything at once.',
      hint('Or raise the limit', { options: { memory: 'SIZE' } }),
    ],
  });
}

function cpuLimit({ cpuSeconds = 0, input }: ParserProcessRequest): CasparianError {
  return new CasparianError(
    'PARSER_CPU_LIMIT',
    `The parser used more than ${cpuSeconds} s of CPU time for '${input.name}'`,
    {
      why: 'That is the limit set with parser_cpu_seconds. It was stopped; nothing was written.',
      next: ['Find out what takes so long, or raise the limit.'],
    },
  );
}

function killed({ signalName }: ProcessResult, request: ParserProcessRequest): CasparianError {
  const next: Record<string, string> = {
    SIGKILL: 'Yield batches instead of returning everything at once, and see dmesg for the out-of-memory killer.',
    SIGSEGV: 'The lines above show where it was. Try the newest version of the library it was in.',
  };
  const why: Record<string, string> = {
    SIGKILL: 'Usually the system sends it because memory ran out.',
    SIGSEGV: 'That is a crash in native code, of a library the parser uses.',
    SIGABRT: 'Native code aborted, usually with a message above.',
  };
  const name = signalName ?? 'a signal';
  return new CasparianError('PARSER_KILLED', `The parser was ended by ${name} while it read '${request.input.name}'`, {
    why: why[name],
    next: next[name] === undefined ? [] : [next[name]],
  });
}

function ourError(error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  throw error;
}

function notStarted({ startError }: ProcessResult, { interpreter }: ParserProcessRequest): CasparianError {
  return new CasparianError('INTERPRETER_NOT_FOUND', `${interpreter.path} could not be started`, {
    why: startError?.reason,
    next: [hint('Choose another one with {}', { options: { python: 'PATH' } })],
  });
}

function exited({ exitCode, ending }: ProcessResult): CasparianError {
  const how = ending === 'exited' ? `with exit code ${exitCode}` : `(${ending})`;
  return new CasparianError('PARSER_EXITED', `The parser exited ${how} before it was done`, {
    why: 'Something in it ended the process, such as os._exit(), or exec.',
    next: ['Return from parse() instead.'],
  });
}

function notConnected(
  { exitCode, ending }: ProcessResult,
  { interpreter, parser }: ParserProcessRequest,
): CasparianError {
  const python = parser.language === 'python';
  const what = ending === 'exited' ? `ended with exit code ${exitCode}` : 'never connected';
  return new CasparianError('PARSER_NOT_CONNECTED', `The parser's process ${what} before it sent anything`, {
    why: python
      ? `${interpreter.path} may not be Python 3.9 or newer, or fails to start; its output is above.`
      : 'Node failed to start; its output is above.',
    next: python
      ? [`Try it: ${interpreter.path} --version`, hint('Choose another one with {}', { options: { python: 'PATH' } })]
      : [],
  });
}
