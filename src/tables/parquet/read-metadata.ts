import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { CasparianError, errorMessage } from '../../platform/index.js';
import type { ParquetFile } from './random-access.js';

/** What a Parquet file says of itself, which stands at its end. */
export async function readMetadata(file: ParquetFile, path: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (error) {
    throw new CasparianError('INPUT_UNREADABLE', `'${path}' is a damaged Parquet file`, {
      why: `It begins like one, but its end, where the description of its columns stands, cannot be read: ${errorMessage(error)}.`,
      next: ['Copy or write it again: mostly such a file was cut off.'],
      cause: error,
    });
  }
}
