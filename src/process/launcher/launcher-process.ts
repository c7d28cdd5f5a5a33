// The process that starts a worker's programs where no adopter can (adopter-link.ts). Its last argument marks their
// environments. It reads frames from descriptor 3. When that closes, the worker is gone, and it ends the programs.
//
// Starting a program copies a process, and copying a small one costs less than half of copying a worker. So this file
// imports only what it needs.
import { Socket } from 'node:net';
import { endAll } from './end-all.js';
import { createFrameReader, createFrameWriter, type Frame } from './frames.js';
import { type HostedProgram, hostProgram } from './hosted-program.js';
import type { SendFrame } from './outputs.js';
import { decodeStart } from './start-request.js';

const WORKER_FD = 3;

/** How many bytes may wait for the worker before the programs are paused. */
const WAITING_BYTES = 262_144;

/** A living worker reads the last frames at once. */
const LAST_WORDS_WITHIN_MS = 1_000;

const markPrefix = process.argv.at(-1) ?? '';
const programs = new Map<number, HostedProgram>();
let isLeaving = false;

// Signals that end the worker, or its terminal, must not end the process that cleans up after it.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const options = { fd: WORKER_FD, readable: true, writable: true, allowHalfOpen: true };
const worker = new Socket({ ...options, writableHighWaterMark: WAITING_BYTES } as typeof options);
const write = createFrameWriter(worker);

worker.on('drain', () => programs.forEach((program) => program.resume()));
worker.on('data', createFrameReader(receive));
worker.on('error', () => undefined);
worker.on('end', () => void leave());
worker.on('close', () => void leave());

function receive({ type, run, payload }: Frame): void {
  if (type === 'start') start(run, payload);
  else if (type === 'finish') programs.get(run)?.finish();
  else write('pong', run);
}

function start(run: number, payload: Buffer): void {
  const request = decodeStart(payload);
  const send: SendFrame = (type, framePayload) => {
    if (type === 'closed' || type === 'failed') programs.delete(run);
    if (!write(type, run, framePayload)) programs.forEach((one) => one.pause());
  };
  const program = hostProgram(request, send);
  if (program !== undefined) programs.set(run, program);
}

/** Continues to report exits meanwhile: a worker that closes its launcher needs to know how its programs end. */
async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await endAll(
    [...programs.values()].map(({ pid }) => pid),
    markPrefix,
  );
  const exit = (): never => process.exit();
  setTimeout(exit, LAST_WORDS_WITHIN_MS);
  worker.end(exit);
  if (worker.destroyed) exit();
}
