import { OutputFile, type OutputFileOptions, type WrittenFile } from './output-file.js';

/** A row that broke its contract, and every way in which it did. */
export interface QuarantinedRow {
  readonly rowNumber: number;
  readonly errors: readonly RowError[];
  /** The row as the parser gave it, an object as JSON on one line. */
  rawJson(): string;
}

export interface RowError {
  /** Null when the row as a whole is wrong. */
  readonly column: string | null;
  readonly type: string;
  readonly message: string;
}

export interface QuarantineSink {
  readonly rows: number;
  /** `source` says which file the rows are of, where there are several. */
  write(rows: readonly QuarantinedRow[], source?: string): Promise<void>;
  finish(): Promise<WrittenFile>;
  abort(): Promise<void>;
}

/** Lines are handed on when about this much text has come together. */
const PIECE_CHARACTERS = 16_384;

/** One JSON object a line. The first error also has its own fields, because most people look for it. */
export async function createQuarantineSink(path: string, options: OutputFileOptions = {}): Promise<QuarantineSink> {
  const writer = new TextWriter(await OutputFile.create(path, options));
  let rowCount = 0;

  return {
    get rows() {
      return rowCount;
    },
    async write(rows, source) {
      const start = source === undefined ? '{' : `{"source":${jsonString(source)},`;
      let text = '';
      for (const row of rows) {
        text += quarantineLine(start, row);
        if (text.length < PIECE_CHARACTERS) continue;
        await writer.write(text);
        text = '';
      }
      await writer.write(text);
      rowCount += rows.length;
    },
    finish: () => writer.finish(rowCount),
    abort: () => writer.abort(),
  };
}

function quarantineLine(start: string, row: QuarantinedRow): string {
  let first = '';
  let all = '';
  for (const error of row.errors) {
    const fields = errorFields(error);
    if (first === '') first = fields;
    all += all === '' ? `{${fields}}` : `,{${fields}}`;
  }
  return `${start}"row_number":${row.rowNumber},${first || NO_ERROR},"raw":${row.rawJson()},"errors":[${all}]}\n`;
}

function errorFields({ column, type, message }: RowError): string {
  const name = column === null ? 'null' : jsonString(column);
  return `"column":${name},"error_type":${jsonString(type)},"error_message":${jsonString(message)}`;
}

/** Most text needs no escape, and to look is faster than to ask for one: 1.1 against 1.7 µs for a whole line. */
function jsonString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

// oxlint-disable-next-line no-control-regex -- JSON escapes the control characters; halves of surrogate pairs as well
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

const NO_ERROR = '"column":null,"error_type":null,"error_message":null';

const BUFFER_BYTES = 524_288;

/** No UTF-16 unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Text on its way into a file: one buffer is filled while the other is written. */
class TextWriter {
  readonly #file: OutputFile;
  #filling = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #other = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #end = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: OutputFile) {
    this.#file = file;
  }

  /** Best in pieces of some 16 KiB: more of them cost a promise each, and longer ones are slower to turn into bytes. */
  async write(text: string): Promise<void> {
    const atMost = text.length * BYTES_PER_UNIT;
    if (this.#end + atMost > BUFFER_BYTES) await this.#handOver();
    if (atMost <= BUFFER_BYTES) this.#end += this.#filling.write(text, this.#end, 'utf8');
    else await this.#append(Buffer.from(text, 'utf8'));
  }

  async finish(rows: number): Promise<WrittenFile> {
    await this.#handOver();
    await this.#writing;
    return this.#file.finish(rows);
  }

  async abort(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.abandon();
  }

  async #handOver(): Promise<void> {
    if (this.#end === 0) return;
    await this.#append(this.#filling.subarray(0, this.#end));
    [this.#filling, this.#other] = [this.#other, this.#filling];
    this.#end = 0;
  }

  /** Waits for what is being written, and lets this be written while the caller goes on. */
  async #append(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#writing = this.#file.append([bytes]);
    // The next call awaits it and throws its failure. Until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}
