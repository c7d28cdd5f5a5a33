import type { TypedColumn } from '../../columns/typed.js';
import type { ChunkEnd, Page } from './page.js';

/** Encodes one column, batch by batch, into the pages of consecutive column chunks. */
export interface ColumnEncoder {
  /** Appends rows `from` to `to`. Emits pages that become full. */
  append(column: TypedColumn, from: number, to: number): void;
  /** Called after a fixed number of rows, regardless of batches: here an encoder may change its encoding. */
  endStep?(): void;
  /** Bytes in the page that is not full yet. */
  readonly pendingBytes: number;
  /** Emits the last page and prepares for the next chunk. */
  end(): ChunkEnd;
  /** Returns the memory of the next chunk, which will not be written. */
  close(): void;
}

export type EmitPage = (page: Page) => void;
