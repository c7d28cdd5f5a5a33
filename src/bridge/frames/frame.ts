import type { LogLevel } from '../protocol/message.js';
import type { FramePlace } from '../protocol/protocol-error.js';

/** One complete frame. The payload is a separate buffer, which is not written to again. */
export type Frame = FramePlace &
  (
    | { readonly kind: 'data'; readonly payload: Buffer }
    | { readonly kind: 'error'; readonly payload: Buffer }
    | { readonly kind: 'log'; readonly level: LogLevel; readonly payload: Buffer }
    | { readonly kind: 'end' }
  );

/** Values of the length field with a special meaning. */
export const END_SIGNAL = 0;
export const LOG_SIGNAL = 0xfffffffe;
export const ERROR_SIGNAL = 0xffffffff;
