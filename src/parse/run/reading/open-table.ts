import { openReader } from '../../readers/open-reader.js';
import type { FileFormat } from '../../formats/file-format.js';
import type { TableReader } from '../../readers/table-reader.js';
import type { InputFile } from '../inputs.js';

export async function openTable(file: InputFile, format: FileFormat): Promise<TableReader> {
  return openReader(file, format);
}
