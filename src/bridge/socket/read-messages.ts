import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { decodeArrow } from '../arrow/decode-arrow.js';
import type { Frame } from '../frames/frame.js';
import { readFrames } from '../frames/read-frames.js';
import { decodeNdjson } from '../ndjson/decode-ndjson.js';
import type { Bounds } from '../protocol/bounds.js';
import { type BridgeMessage, FAILURE_KINDS, type ParserFailure } from '../protocol/message.js';
import { asProtocolError, protocolError } from '../protocol/protocol-error.js';

/**
 * The messages in the frames of one connection. Checks their order: the hello before any data, the end or an error
 * last.
 */
export async function* readMessages(
  socket: Socket,
  bounds: Bounds,
  recycleFrames: boolean,
): AsyncGenerator<BridgeMessage> {
  const frames = readFrames(socket, bounds, recycleFrames);
  let greeted = false;
  for (let frame = await frames.next(); frame; frame = await frames.next()) {
    for (const message of messagesIn(frame)) {
      checkOrder(message, greeted, frame);
      greeted ||= message.kind === 'hello';
      const isLast = message.kind === 'end' || message.kind === 'error';
      if (isLast && frames.hasMore) throw protocolError(frame, `is the ${message.kind}, but more bytes follow it`);
      yield message;
      if (isLast) return;
    }
  }
}

/** A generator, so that the second batch of a frame is decoded only on demand. */
function* messagesIn(frame: Frame): Generator<BridgeMessage> {
  try {
    switch (frame.kind) {
      case 'data':
        if (frame.payload[0] === OPENING_BRACE) yield decodeNdjson(textOf(frame.payload, frame));
        else for (const batch of decodeArrow(frame.payload)) yield { kind: 'batch', batch };
        return;
      case 'log':
        yield { kind: 'log', level: frame.level, text: textOf(frame.payload, frame) };
        return;
      case 'error':
        yield { kind: 'error', failure: decodeFailure(textOf(frame.payload, frame)) };
        return;
      case 'end':
        yield { kind: 'end' };
    }
  } catch (error) {
    throw asProtocolError(frame, error);
  }
}

/** `{`: no Arrow stream begins with it, and every line of NDJSON does. */
const OPENING_BRACE = 0x7b;

function textOf(payload: Buffer, frame: Frame): string {
  if (!isUtf8(payload)) throw protocolError(frame, `its ${payload.length} bytes of text are not UTF-8`);
  return payload.toString('utf8');
}

/** A parser that cannot be loaded sends no hello, but may send log lines and an error. */
function checkOrder({ kind }: BridgeMessage, greeted: boolean, frame: Frame): void {
  if (kind === 'hello' && greeted) throw protocolError(frame, 'is a second hello');
  if ((kind === 'batch' || kind === 'end') && !greeted) {
    throw protocolError(frame, `is ${kind === 'end' ? 'the end' : 'data'}, but no hello came before it`);
  }
}

/** The text of an error frame: a JSON object from our shims, plain text from others. */
function decodeFailure(text: string): ParserFailure {
  const fields = objectIn(text);
  const kind = FAILURE_KINDS.find((known) => known === fields?.['kind']);
  if (!fields || !kind) return plainFailure(text);
  return {
    kind,
    type: stringOrNull(fields['type']),
    message: stringOrNull(fields['message']) ?? '',
    file: stringOrNull(fields['file']),
    line: Number.isSafeInteger(fields['line']) ? (fields['line'] as number) : null,
    source: stringOrNull(fields['source']),
    traceback: stringOrNull(fields['traceback']),
    name: stringOrNull(fields['name']),
  };
}

function plainFailure(message: string): ParserFailure {
  const unknown = { file: null, line: null, source: null, traceback: null, name: null };
  return { kind: 'exception', type: null, message, ...unknown };
}

function objectIn(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
