import type {
  DelimitedFormat,
  FileFormat,
  InputFile,
  LineAccounting,
  ReadBatch,
  SkippedLine,
  TableReader,
} from '../../../tables/index.js';

/** All rows of a small file, in memory. */
export interface HeldRows {
  readonly format: DelimitedFormat;
  readonly batches: readonly ReadBatch[];
  readonly skipped: readonly SkippedLine[];
  readonly accounting: LineAccounting;
  readonly warnings: readonly string[];
}

/** In a larger file, reading takes longer than passing it on. */
const LARGEST_FILE_BYTES = 65_536;
const NEVER = new AbortController().signal;

/** Reads a file to its end, if it is small; else null. */
type Hold = (
  file: InputFile,
  format: FileFormat,
  reader: TableReader,
) => Promise<{ readonly rows: HeldRows; readonly reader: TableReader } | null>;

/** Holds the rows of files with so many bytes together. */
export function createHolder(mostBytes: number): Hold {
  let left = mostBytes;
  return async ({ content }, format, reader) => {
    const bytes = content?.length ?? Infinity;
    if (format.kind !== 'delimited' || bytes > Math.min(left, LARGEST_FILE_BYTES)) return null;
    left -= bytes;
    const rows = await readAll(format, reader);
    return { rows, reader: heldReader(rows) };
  };
}

/** The batches are valid together: only those of large files share memory. */
async function readAll(format: DelimitedFormat, reader: TableReader): Promise<HeldRows> {
  const [batches, skipped]: [ReadBatch[], SkippedLine[]] = [[], []];
  for await (const read of reader.batches(NEVER, (line) => void skipped.push(line))) batches.push(read);
  const { accounting, warnings = [] } = reader;
  return { format, batches, skipped, accounting, warnings };
}

/** A reader of rows in memory. Notes and warnings are complete from the beginning. */
export function heldReader({ format, batches, skipped, accounting, warnings }: HeldRows): TableReader {
  return {
    columns: format.dialect.columns,
    accounting,
    notes: format.notes,
    warnings,
    async *batches(signal, onSkipped) {
      if (onSkipped !== undefined) skipped.forEach(onSkipped);
      for (const read of batches) {
        signal.throwIfAborted();
        yield read;
      }
    },
  };
}
