export { recycleMemory as giveBack, takeMemory } from './delimited/read/plain/spare-memory.js';
export { detectFormat, openReader } from './detect-format.js';
export { type OpenWorkbook, withWorkbook } from './excel/open-workbook.js';
export type { SheetRow } from './excel/sheet-rows.js';
export type { FormatOptions } from './format.js';
export { createFormatDetector, type FormatDetector } from './format-detector.js';
export type { DelimitedFormat } from './delimited/dialect.js';
export { type FileFormat, formatOf, formatOfName, nameWithoutCompression } from './formats.js';
export { contractOf } from './infer/inferred-table.js';
export { decideColumn } from './infer/decide/decide-column.js';
export { styleOfExample } from './infer/decide/number-candidates.js';
export {
  declaredText,
  type Drift,
  driftOf,
  driftSentences,
  foundText,
  LEADING_ZEROS,
  type TypeChange,
} from './infer/drift.js';
export type { InferOptions, TypeOverride } from './infer/inferred-table.js';
export { decideTable, profileRows } from './infer/infer-table.js';
export type { InferredColumn, InferredTable } from './infer/inferred-table.js';
export { type ColumnProfile, createColumnProfile } from './infer/profile/column-profile.js';
export { profileJson, profileOfJson, type TableProfileJson } from './infer/profile/profile-json.js';
export { mergeProfiles, type ProfiledColumn, type TableProfile } from './infer/profile/table-profile.js';
export { createTableProfiler } from './infer/profile/table-profiler.js';
export { previewFile } from './preview-file.js';
export type { InputFile } from './source/input-file.js';
export { arrowColumn } from './text/arrow-text.js';
export { textDecoderOf } from './text/text-decoder.js';
export type { UnpackLimits } from './source/unpack-limits.js';
export type { Preview } from './table/preview-table.js';
export type { LineAccounting, ReadBatch, SkippedLine, TableReader, WrittenAs } from './table/table-reader.js';
