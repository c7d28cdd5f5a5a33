import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ProcessResult } from '../../process/index.js';
import {
  type Bridge,
  type BridgeMessage,
  launchFresh,
  launchOnce,
  openBridge,
  type ParserFailure,
} from '../../bridge/index.js';
import type { ParserProcessRequest } from './request.js';

/** How the parser's data ended: complete, with the parser's error, with an error of ours, or in the middle. */
export type StreamEnding =
  | { readonly kind: 'end' }
  | { readonly kind: 'parser_error'; readonly failure: ParserFailure }
  | { readonly kind: 'our_error'; readonly error: unknown }
  | { readonly kind: 'closed' };

/** The exit of the process, or an error that hides it: its output could not be written, or the process was lost. */
export type ProcessEnd = { readonly result: ProcessResult } | { readonly result: null; readonly error: unknown };

export interface ParserProcessRun {
  readonly stream: StreamEnding;
  readonly process: ProcessEnd;
  readonly connected: boolean;
}

export type DataMessage = Extract<BridgeMessage, { kind: 'hello' | 'batch' | 'log' }>;

/** The job id for manual runs. */
const NO_JOB = '0';

/** How long a process may take to connect. An interpreter on a cold network disk can need many seconds. */
const CONNECT_WITHIN_MS = 60_000;

/** How long a process may run after all its data has arrived, for threads and exit handlers of the user's code. */
const LEAVE_WITHIN_MS = 5_000;

/**
 * An incomplete frame usually means that the process died. Its exit is the error to report, and takes a moment to be
 * observed. Stopping the process earlier would hide the original exit.
 */
const DEATH_SEEN_WITHIN_MS = 250;

/** Runs the parser's process and passes on its messages in order, until both end. */
export async function runParserProcess(
  request: ParserProcessRequest,
  onMessage: (message: DataMessage) => Promise<void> | void,
  onStarted?: () => void,
): Promise<ParserProcessRun> {
  // When the next message is requested, the previous one has been written completely.
  const receiving = { recycleFrames: true };
  const bridge = await (request.bridges?.open(receiving) ?? openBridge(receiving));
  const stop = new AbortController();
  const stopNow = (): void => stop.abort();
  const connectTimer = setTimeout(() => {
    if (!bridge.connected) stopNow();
  }, CONNECT_WITHIN_MS);
  let leaveTimer: NodeJS.Timeout | undefined;
  try {
    const process = runShim(request, bridge, AbortSignal.any([request.signal, stop.signal]));
    onStarted?.();
    const stream = await receive(bridge, onMessage);
    if (stream.kind === 'end') leaveTimer = setTimeout(stopNow, LEAVE_WITHIN_MS);
    else if (stream.kind === 'our_error') await Promise.race([process, sleep(DEATH_SEEN_WITHIN_MS)]);
    if (stream.kind === 'our_error' || stream.kind === 'parser_error') stopNow();
    return { stream, process: await process, connected: bridge.connected };
  } finally {
    clearTimeout(connectTimer);
    clearTimeout(leaveTimer);
    await bridge.close();
  }
}

async function runShim(request: ParserProcessRequest, bridge: Bridge, signal: AbortSignal): Promise<ProcessEnd> {
  const {
    parser,
    interpreter,
    input,
    env,
    cwd,
    stdin,
    stdout,
    stderr = 'inherit',
    imports = [],
    sandbox,
    reuseFor,
  } = request;
  const { timeoutMs, memoryLimitBytes, cpuSeconds } = request;
  const launch = request.launch ?? (sandbox === undefined ? launchFresh : launchOnce);
  const shim = {
    socketPath: bridge.socketPath,
    inputPath: input.bytes ?? input.path,
    jobId: request.jobId ?? NO_JOB,
  };
  const streams = { stdin, stdout, stderr };
  const limits = { timeoutMs, memoryLimitBytes, cpuSeconds };
  const end = await launch({
    parser,
    interpreter,
    shim,
    env,
    cwd,
    imports,
    reuseFor,
    sandbox,
    ...streams,
    ...limits,
    signal,
  }).then(
    (result) => ({ result }),
    (error: unknown) => ({ result: null, error }),
  );
  // No shim can connect any more, so waiting for one must end. But a connection made just before the exit may not be
  // accepted yet: Node reports exits before pending connections. It accepts them in the next turn of the loop, in which
  // the second setImmediate runs.
  for (let turn = 0; turn < 2 && !bridge.connected; turn += 1) await setImmediate();
  if (!bridge.connected) await bridge.close();
  return end;
}

async function receive(
  bridge: Bridge,
  onMessage: (message: DataMessage) => Promise<void> | void,
): Promise<StreamEnding> {
  try {
    for await (const message of bridge.messages()) {
      if (message.kind === 'end') return { kind: 'end' };
      if (message.kind === 'error') return { kind: 'parser_error', failure: message.failure };
      await onMessage(message);
    }
    return { kind: 'closed' };
  } catch (error) {
    return { kind: 'our_error', error };
  }
}
