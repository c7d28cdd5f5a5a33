import type { Socket } from 'node:net';
import { createFrameReader, encodeFrame, type Frame, type FrameType } from './frames.js';
import { createLaunchedRun, type LaunchedRun } from './launched-run.js';
import type { StartRequest } from './start-request.js';

/** A connection to a reaper (reaper.py), which runs one program at a time. */
export interface Slot {
  /** `busy` until nothing is left of the program; `closed` if the reaper was killed. */
  readonly state: 'free' | 'busy' | 'closed';
  /** The payload is what `encodeRequest` returns for the request. */
  start(request: StartRequest, payload: Buffer): LaunchedRun;
  /** Ends the program, and reports how it ends. */
  end(): void;
  /** The program is lost. */
  destroy(): void;
}

export function createSlot(socket: Socket): Slot {
  let state: Slot['state'] = 'free';
  let wasUsed = false;
  let launched: LaunchedRun | undefined;

  const send = (type: FrameType, payload: Buffer = NOTHING): void => {
    if (socket.writable) socket.write(encodeFrame({ type, run: 0, payload }));
  };
  const drop = (): void => {
    launched = undefined;
    // A daemon that is left must not keep this process alive.
    socket.unref();
  };
  const receive = (frame: Frame): void => {
    if (frame.type === 'free') state = 'free';
    else if (launched?.receive(frame) === 'over') drop();
  };
  socket.unref();
  socket.on('data', createFrameReader(receive));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    state = 'closed';
    launched?.lose();
    drop();
  });
  return {
    get state() {
      return state;
    },
    start(request, payload) {
      state = 'busy';
      wasUsed = true;
      launched = createLaunchedRun(request, () => send('finish'));
      socket.ref();
      send('start', payload);
      return launched;
    },
    end() {
      if (wasUsed) socket.end();
      else socket.destroy();
    },
    destroy: () => void socket.destroy(),
  };
}

const NOTHING = Buffer.alloc(0);

const LENGTH_BYTES = 4;

/**
 * A request as request.py reads it. Undefined if a text contains a NUL, or the name of the program is empty: no system can
 * start that.
 */
export function encodeRequest({ argv, cwd, env, stdin = NOTHING, report }: StartRequest): Buffer | undefined {
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const fields = [report ? 'report' : '', cwd, String(argv.length), ...argv, ...variables];
  if ((argv[0] ?? '') === '' || fields.some((field) => field.includes('\0'))) return undefined;
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32LE(stdin.length);
  return Buffer.concat([length, stdin, Buffer.from(fields.join('\0'))]);
}
