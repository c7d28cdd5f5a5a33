import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { MARKS_ARE_SEEN } from '../strays.js';

/** The frames from a worker to its launcher or reapers, then those back. The index is the type number in the frame; frames.py has the same list. */
const TYPES = [
  ...(['start', 'finish', 'ping'] as const),
  ...(['started', 'failed', 'stdout', 'stderr', 'report', 'exit', 'closed', 'pong', 'free'] as const),
] as const;

export type FrameType = (typeof TYPES)[number];

/** One message about one run: `[length of the payload, 4 bytes][type, 1][run, 4][payload]`. */
export interface Frame {
  readonly type: FrameType;
  readonly run: number;
  readonly payload: Buffer;
}

const HEADER_BYTES = 9;

/** Far above any payload of a task. A longer frame means that the stream is corrupt. */
const MAX_PAYLOAD_BYTES = 2 ** 30;

/** For larger payloads, two pieces in one call are cheaper than a temporary copy. */
const COPIED_BYTES = 4_096;

/**
 * About the duration of a short program. Without marks, the group would be unknown if the launcher is killed, so the
 * message is sent at once.
 */
const STARTED_WAITS_MS = MARKS_ARE_SEEN ? 5 : 0;

const NOTHING = Buffer.alloc(0);

/** Returns, like a stream, whether it accepts more. */
export type WriteFrame = (type: FrameType, run: number, payload?: Buffer) => boolean;

/**
 * Frames of one turn of the event loop are sent together, so that the other side wakes up once. `started` waits a
 * little longer, so that it can be sent together with the exit of a short program.
 */
export function createFrameWriter(socket: Socket): WriteFrame {
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;
  const leave = (): void => {
    clearImmediate(soon);
    clearTimeout(later);
    soon = later = undefined;
    socket.uncork();
  };
  return (type, run, payload = NOTHING) => {
    if (soon === undefined && later === undefined) socket.cork();
    if (type === 'started' && STARTED_WAITS_MS > 0) later ??= setTimeout(leave, STARTED_WAITS_MS);
    else soon ??= setImmediate(leave);
    if (payload.length <= COPIED_BYTES) return socket.write(encodeFrame({ type, run, payload }));
    socket.write(headerOf({ type, run, payload }));
    return socket.write(payload);
  };
}

export function encodeFrame(frame: Frame): Buffer {
  return Buffer.concat([headerOf(frame), frame.payload]);
}

function headerOf({ type, run, payload }: Frame): Buffer {
  assert(payload.length <= MAX_PAYLOAD_BYTES, `a frame of ${payload.length} bytes`);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt8(TYPES.indexOf(type), 4);
  bytes.writeUInt32LE(run, 5);
  return bytes;
}

/** Accepts bytes in any chunks and emits whole frames. */
export function createFrameReader(take: (frame: Frame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = HEADER_BYTES;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    // Joined only when complete: a large frame arrives in thousands of pieces.
    if (held < needed) return;
    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    while (bytes.length >= (needed = bytesOfFirst(bytes))) {
      take(decodeFrame(bytes.subarray(0, needed)));
      bytes = bytes.subarray(needed);
    }
    pieces = bytes.length > 0 ? [bytes] : [];
    held = bytes.length;
  };
}

/** The length of the first frame, as far as its header has arrived. */
function bytesOfFirst(bytes: Buffer): number {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readUInt32LE(0);
  assert(length <= MAX_PAYLOAD_BYTES, `a frame of ${length} bytes`);
  return HEADER_BYTES + length;
}

function decodeFrame(bytes: Buffer): Frame {
  const type = TYPES[bytes.readUInt8(4)];
  assert(type !== undefined, `a frame of the unknown type ${bytes.readUInt8(4)}`);
  return { type, run: bytes.readUInt32LE(5), payload: bytes.subarray(HEADER_BYTES) };
}

export function jsonPayload(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Both sides have the same version, so the payload has the expected shape. */
export function parsePayload<T>(payload: Buffer): T {
  return JSON.parse(payload.toString()) as T;
}
