/** What one connection may ask of the host. Nothing is allocated on the word of the other side beyond these. */
export interface Bounds {
  readonly maxFrameBytes: number;
  readonly maxTextBytes: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxFrameBytes: 256 * 1024 * 1024, maxTextBytes: 1024 * 1024 };

/**
 * The shims send 65,536 rows at a time. The bound is for columns that cost no bytes: a batch of nothing but nulls could
 * otherwise claim any number of rows.
 */
export const MAX_BATCH_ROWS = 16_777_216;
