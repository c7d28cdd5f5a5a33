import type { TypedColumn } from '../../columns/typed.js';
import type { ChunkEnd, Page } from './page.js';

/** Turns one column, batch by batch, into the pages of one column chunk after the other. */
export interface ColumnEncoder {
  /** Takes over rows `from` to `to`. Pages that become full are emitted on the way. */
  append(column: TypedColumn, from: number, to: number): void;
  /** Called after so many rows, however they were cut: here an encoder may decide to go on in another way. */
  endStep?(): void;
  /** Bytes held back for a page that is not full yet. */
  readonly pendingBytes: number;
  /** Emits the last page and is ready for the next chunk. */
  end(): ChunkEnd;
  /** Gives back the memory of the chunk that will not come. */
  close(): void;
}

export type EmitPage = (page: Page) => void;
