import type { Encoding } from 'hyparquet';
import type { PageBuffer } from './page-buffer.js';

/** A page with its levels and values in place, not yet compressed. */
export interface Page {
  /** Rows, nulls counted; of a dictionary, its entries. */
  readonly values: number;
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  /** Where `bytes` lie: to be given back to the pool when nobody reads them any more. */
  readonly buffer: PageBuffer;
}

/** What is known of a column chunk beside its data pages when it ends. */
export interface ChunkEnd {
  readonly dictionary: Page | null;
  readonly nulls: number;
  readonly bounds: Bounds | null;
}

export interface Bounds {
  readonly min: bigint | number;
  readonly max: bigint | number;
}
