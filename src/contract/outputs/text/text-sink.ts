import { rowNumbers } from '../../columns/row-runs.js';
import type { OutputColumn, TypedBatch, TypedColumn } from '../../columns/typed.js';
import type { Lineage } from '../lineage.js';
import type { OutputFile, WrittenFile } from '../output-file.js';
import type { DatasetSink } from '../sink.js';
import { TextBuffer } from '../../text/text-buffer.js';

/** Writes the cell of a row: the value, or the text for null. */
export type CellWriter = (row: number, out: TextBuffer) => void;

/** The differences between text formats. */
export interface TextFormat {
  /** Before the first row; null for nothing. */
  readonly header: string | null;
  readonly rowEnd: string;
  /** The text before the cell of a column: its key or a comma. */
  before(column: OutputColumn, index: number): string;
  cellWriter(column: TypedColumn): CellWriter;
}

/** Text is written when this much has accumulated. */
const CHUNK_BYTES = 1_048_576;

/** One line per row, in a buffer of about one chunk. `columns` includes lineage. */
export async function createTextSink(
  file: OutputFile,
  columns: readonly OutputColumn[],
  lineage: Lineage,
  format: TextFormat,
): Promise<DatasetSink> {
  const befores = columns.map((column, index) => Buffer.from(format.before(column, index), 'utf8'));
  const rowEnd = Buffer.from(format.rowEnd, 'utf8');
  let out = new TextBuffer();
  let spare = new TextBuffer();
  let writing: Promise<void> = Promise.resolve();
  let rows = 0;

  /** The full buffer is written while the other one fills. */
  async function flush(): Promise<void> {
    await writing;
    const full = out;
    out = spare;
    out.clear();
    spare = full;
    writing = file.append([full.bytes.subarray(0, full.end)]);
    // The next call awaits it and throws its failure. Until then it must not count as unhandled.
    writing.catch(() => undefined);
  }

  function writeRow(writers: readonly CellWriter[], row: number): void {
    for (let index = 0; index < writers.length; index++) {
      const before = befores[index] ?? rowEnd;
      out.copy(before, 0, before.length);
      writers[index]?.(row, out);
    }
    out.copy(rowEnd, 0, rowEnd.length);
  }

  if (format.header !== null) await file.append([Buffer.from(format.header, 'utf8')]);

  return {
    async write(batch) {
      const writers = [
        ...batch.columns.map((column) => format.cellWriter(column)),
        constantWriter(lineage.source, format),
        format.cellWriter(rowNumbersOf(batch)),
        constantWriter(lineage.jobId, format),
        constantWriter(lineage.parser, format),
      ];
      const { bounds, rowCount } = batch.runs;
      for (let run = 0; run < bounds.length; run += 2) {
        const end = bounds[run + 1] ?? 0;
        for (let row = bounds[run] ?? 0; row < end; row++) {
          writeRow(writers, row);
          if (out.end >= CHUNK_BYTES) await flush();
        }
      }
      rows += rowCount;
    },
    async finish(): Promise<WrittenFile> {
      await flush();
      await writing;
      return file.finish(rows);
    },
    async abort() {
      await writing.catch(() => undefined);
      await file.abandon();
    },
  };
}

/** A cell with the same value in every row: the first row of a column with one row. */
function constantWriter(text: string | null, format: TextFormat): CellWriter {
  const bytes = Buffer.from(text ?? '', 'utf8');
  const present = text === null ? Uint8Array.of(0) : null;
  const write = format.cellWriter({
    type: { kind: 'string' },
    present,
    bytes,
    offsets: Int32Array.of(0, bytes.length),
  });
  return (_row, out) => {
    write(0, out);
  };
}

function rowNumbersOf({ rowsBefore, runs }: TypedBatch): TypedColumn {
  return { type: { kind: 'int' }, present: null, values: rowNumbers(rowsBefore, runs) };
}
