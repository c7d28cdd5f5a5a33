import type { Readable } from 'node:stream';
import type { OutputSink } from './options.js';
import type { OutputTail } from './output-tail.js';

export interface OutputReading {
  /** Null for an inherited stream. */
  stream: Readable | null;
  sink: OutputSink | undefined;
  tail: OutputTail;
  /** The caller's callback threw. It is not called again. */
  onSinkError: (error: unknown) => void;
}

/** Reads at full speed whatever the sink does, so that a program never waits for us to take its output. */
export function readOutput({ stream, sink, tail, onSinkError }: OutputReading): void {
  let pass = typeof sink === 'function' ? sink : undefined;
  stream?.on('data', (chunk: Buffer) => {
    tail.add(chunk);
    try {
      pass?.(chunk);
    } catch (error) {
      pass = undefined;
      onSinkError(error);
    }
  });
  // A pipe that breaks has ended; unheard, the error would end this process.
  stream?.on('error', () => undefined);
}
