/** Limits of one connection. Nothing beyond them is allocated because of a length that the other side sends. */
export interface Bounds {
  readonly maxFrameBytes: number;
  readonly maxTextBytes: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxFrameBytes: 256 * 1024 * 1024, maxTextBytes: 1024 * 1024 };

/**
 * The shims send 65,536 rows at a time. The limit is for columns without bytes: a batch of only nulls could otherwise
 * claim any number of rows.
 */
export const MAX_BATCH_ROWS = 16_777_216;
