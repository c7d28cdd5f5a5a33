import type { Readable } from 'node:stream';
import type { FrameType } from './frames.js';

export type SendFrame = (type: FrameType, payload?: Buffer) => void;

export type OutputName = 'stdout' | 'stderr' | 'report';

/** The outputs of a hosted program. */
export interface Outputs {
  readonly add: (name: OutputName, stream: Readable) => void;
  /** The worker reads more slowly than its programs write. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Everything was sent. */
  readonly close: () => void;
  /** Sends the output so far, then closes, even if another process still holds the pipes. */
  readonly finish: () => void;
}

export function createOutputs(send: SendFrame): Outputs {
  const streams: Readable[] = [];
  let isPaused = false;
  let isFinishing = false;
  let isClosed = false;
  const close = (): void => {
    if (!isClosed) send('closed');
    isClosed = true;
  };
  const resume = (): void => {
    isPaused = false;
    streams.forEach((stream) => stream.resume());
  };
  const abandon = (): void => {
    for (const stream of streams) stream.destroy();
    close();
  };
  return {
    add(name, stream) {
      streams.push(stream);
      stream.on('data', (chunk: Buffer) => send(name, chunk));
      // A broken pipe has ended; without a listener, the error would end this process.
      stream.on('error', () => undefined);
      if (isPaused) stream.pause();
      else stream.resume();
    },
    pause() {
      if (isFinishing) return;
      isPaused = true;
      streams.forEach((stream) => stream.pause());
    },
    resume,
    close,
    finish() {
      isFinishing = true;
      resume();
      // The first turn is the current one; the next reads everything a pipe can hold.
      setImmediate(() => setImmediate(abandon));
    },
  };
}
