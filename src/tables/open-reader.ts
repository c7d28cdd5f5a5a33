import type { FileFormat } from './format/file-format.js';
import type { InputFile } from './source/input-file.js';
import type { TableReader } from './format/table-reader.js';

type Kind = FileFormat['kind'];

type OpenReader<K extends Kind> = (file: InputFile, format: Extract<FileFormat, { kind: K }>) => Promise<TableReader>;

/** Who reads which kind of file; each is loaded when it is needed. */
const READERS: { readonly [K in Kind]: OpenReader<K> } = {
  delimited: async (file, format) => (await import('./delimited/read/read-delimited.js')).readDelimited(file, format),
  fixed_width: async (file, format) => (await import('./fixed-width/read-fixed-width.js')).readFixedWidth(file, format),
  ndjson: async (file, format) => (await import('./json/read-ndjson.js')).openNdjson(file, format),
  json: async (file, format) => (await import('./json/read-json.js')).openJson(file, format),
  excel: async (file, format) => (await import('./excel/read-excel.js')).readExcel(file, format),
  parquet: async (file, format) => (await import('./parquet/read-parquet.js')).openParquet(file, format),
};

/** A reader for a file of a known format. JSON is read once to find its columns; nothing else before its batches are asked for. */
export async function openReader(file: InputFile, format: FileFormat): Promise<TableReader> {
  return (READERS[format.kind] as OpenReader<Kind>)(file, format);
}
