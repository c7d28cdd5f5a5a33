import { CasparianError, errorMessage } from '../../platform/index.js';

/** The position of a frame in the connection, for messages: frames count from 1, bytes from 0. */
export interface FramePlace {
  readonly number: number;
  readonly startByte: number;
}

export function protocolError(place: FramePlace, what: string, cause?: unknown): CasparianError {
  return new CasparianError('BRIDGE_PROTOCOL', `frame ${place.number} (byte ${place.startByte}): ${what}`, {
    why: "The parser's process does not speak the bridge protocol, or something else writes to its connection.",
    next: ['docs/reference/bridge-protocol.md describes the frames.'],
    cause,
  });
}

/** The payload of a frame is invalid. The reader of the connection adds the position. */
export class MalformedPayload extends Error {
  override readonly name = 'MalformedPayload';
}

/** Every error while a payload is decoded is the payload's fault: the decoders use no other input. */
export function asProtocolError(place: FramePlace, error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  const what = error instanceof MalformedPayload ? error.message : `cannot be decoded: ${errorMessage(error)}`;
  return protocolError(place, what, error);
}
