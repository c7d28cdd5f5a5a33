import { lineStart } from '../check/quarantine-line.js';
import { TextBuffer } from '../text/text-buffer.js';
import { OutputFile, type WrittenFile } from './output-file.js';

/** A row that broke its contract. */
export interface LineOfRow {
  /** Writes its line, which begins with `start`. */
  writeLine(start: DataView, out: TextBuffer): void;
}

/** An array, or rows that are created when they are asked for. */
export interface LinesOfRows {
  readonly length: number;
  at(position: number): LineOfRow | undefined;
}

export interface QuarantineSink {
  readonly rows: number;
  /** `source` names the file of the rows, if there are several. */
  write(rows: LinesOfRows, source?: string): Promise<void>;
  finish(): Promise<WrittenFile>;
  abort(): Promise<void>;
}

/** Lines are written when this many bytes have accumulated. */
const CHUNK_BYTES = 524_288;
/** A buffer that grew with a very long line is not kept. */
const LARGEST_KEPT_BYTES = 4 * CHUNK_BYTES;

/** One JSON object per line. Lines are encoded as bytes in one of two buffers, while the other is written. */
export async function createQuarantineSink(path: string): Promise<QuarantineSink> {
  const file = await OutputFile.create(path);
  let [filling, spare] = [new TextBuffer(), new TextBuffer()];
  let writing: Promise<void> = Promise.resolve();
  let rowCount = 0;

  /** Waits for the current write, and starts this one while the caller goes on. */
  const flush = async (): Promise<void> => {
    await writing;
    const full = filling;
    filling = spare.bytes.byteLength > LARGEST_KEPT_BYTES ? new TextBuffer() : spare;
    filling.clear();
    spare = full;
    writing = file.append([full.bytes.subarray(0, full.end)]);
    // The next call awaits it and throws its failure. Until then it must not count as unhandled.
    writing.catch(() => undefined);
  };

  return {
    get rows() {
      return rowCount;
    },
    async write(rows, source) {
      const start = lineStart(source);
      for (let position = 0; position < rows.length; position += 1) {
        rows.at(position)?.writeLine(start, filling);
        if (filling.end >= CHUNK_BYTES) await flush();
      }
      rowCount += rows.length;
    },
    async finish() {
      await flush();
      await writing;
      return file.finish(rowCount);
    },
    async abort() {
      await writing.catch(() => undefined);
      await file.abandon();
    },
  };
}
