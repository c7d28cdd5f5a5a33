import type { ErrorCode, Hint } from '../../../platform/index.js';
import type { ColumnContract } from '../../../contract/index.js';
import type { FileFormat, TableReader } from '../../../tables/index.js';
import type { BatchMessage } from './batch-message.js';

/** What the thread is started with. */
export interface ThreadTask {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  readonly format: FileFormat;
  /** What the columns will be held to, as far as it is known. */
  readonly contracts: readonly ColumnContract[];
}

/** What the thread says. It is told that one more batch may come, and in which memory. */
export type ThreadMessage =
  | { readonly kind: 'batch'; readonly batch: BatchMessage }
  | ({ readonly kind: 'end' } & Pick<TableReader, 'accounting' | 'written' | 'notes'>)
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      readonly message: string;
      readonly why: string | undefined;
      readonly next: readonly Hint[];
    };

/** Batches on their way: one is checked, one waits, one is being read. */
export const BATCHES_AHEAD = 2;
