import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/index.js';
import type { RowPlace } from './query-rows.js';
import { withTimeLimit } from './time-limit.js';

export const STREAMED_FORMATS = ['csv', 'ndjson', 'json', 'parquet'] as const;
export type StreamedFormat = (typeof STREAMED_FORMATS)[number];

export interface ExportStreamRequest extends RowPlace {
  readonly sql: string;
  readonly format: StreamedFormat;
  /** A folder for a file that must be complete before it can be sent. */
  readonly staging: string;
}

/** A whole dataset may take longer than a page of it. */
const TIME_LIMIT_MS = 600_000;

/**
 * The rows of a statement as the bytes of a file. Fails before the first byte if the statement does. A later failure destroys the
 * stream, so that a reader never takes half of a file for the whole.
 */
export function openExport(request: ExportStreamRequest): Promise<Readable> {
  return request.format === 'parquet' ? parquetStream(request) : textStream(request, request.format);
}

async function textStream(
  { sql, database, folder, signal }: ExportStreamRequest,
  format: Exclude<StreamedFormat, 'parquet'>,
): Promise<Readable> {
  const { textOfRows, withQuery } = await import('../../datasets/sql.js');
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    const write = (ended: AbortSignal): Promise<void> =>
      withQuery({ sql, database, folder, signal: ended }, async (query) => {
        const rows = await query.rows();
        resolve(body);
        // A failure destroys the stream. The reader of the stream gets the error.
        await pipeline(Readable.from(textOfRows(rows, format)), body, { signal: ended });
      });
    // Has no effect after the response has begun.
    withTimeLimit(signal, write, TIME_LIMIT_MS).catch(reject);
  });
}

/** The end of a Parquet file says where its parts are, so it is written before it is sent. */
async function parquetStream({ sql, database, folder, signal, staging }: ExportStreamRequest): Promise<Readable> {
  const { exportRows } = await import('../../datasets/sql.js');
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const target = join(staging, `export-${newId()}.parquet`);
  const remove = (): Promise<void> => rm(target, { force: true });
  try {
    await withTimeLimit(
      signal,
      (ended) =>
        exportRows({ sql, database, folder, signal: ended, target, format: 'parquet', force: false, table: 'rows' }),
      TIME_LIMIT_MS,
    );
  } catch (error) {
    await remove();
    throw error;
  }
  // Removed while it is open: it disappears with its reader, however that ends.
  const body = createReadStream(target);
  body.once('open', () => void remove());
  return body;
}
