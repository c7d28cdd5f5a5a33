import { OutputFile, type WrittenFile } from './output-file.js';

/** A row that broke its contract, and every way in which it did. */
export interface QuarantinedRow {
  readonly rowNumber: number;
  readonly errors: readonly RowError[];
  /** The row as the parser gave it, an object as JSON on one line. */
  rawJson(): string;
}

export interface RowError {
  readonly column: string;
  readonly type: string;
  readonly message: string;
}

export interface QuarantineSink {
  readonly rows: number;
  write(rows: readonly QuarantinedRow[]): Promise<void>;
  finish(): Promise<WrittenFile>;
  abort(): Promise<void>;
}

/** Text is written when about this much has come together. */
const CHUNK_CHARACTERS = 262_144;

/** One JSON object a line. The first error stands in fields of its own, because that is what most people look for. */
export async function createQuarantineSink(path: string): Promise<QuarantineSink> {
  const file = await OutputFile.create(path);
  let rowCount = 0;

  return {
    get rows() {
      return rowCount;
    },
    async write(rows) {
      let text = '';
      for (const row of rows) {
        text += quarantineLine(row);
        if (text.length < CHUNK_CHARACTERS) continue;
        await file.append([Buffer.from(text, 'utf8')]);
        text = '';
      }
      if (text !== '') await file.append([Buffer.from(text, 'utf8')]);
      rowCount += rows.length;
    },
    finish: () => file.finish(rowCount),
    abort: () => file.abandon(),
  };
}

function quarantineLine(row: QuarantinedRow): string {
  const all = row.errors.map(errorFields);
  const errors = all.map((fields) => `{${fields}}`).join(',');
  return `{"row_number":${row.rowNumber},${all[0] ?? NO_ERROR},"raw":${row.rawJson()},"errors":[${errors}]}\n`;
}

function errorFields({ column, type, message }: RowError): string {
  return `"column":${JSON.stringify(column)},"error_type":${JSON.stringify(type)},"error_message":${JSON.stringify(message)}`;
}

const NO_ERROR = '"column":null,"error_type":null,"error_message":null';
