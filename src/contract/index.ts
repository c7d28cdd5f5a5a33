export { confusedFormats } from './calendar/confused-formats.js';
export { createReader } from './calendar/create-reader.js';
export { MONTH_NAMES } from './calendar/faults.js';
export { FormatError } from './calendar/format.js';
export { isMisreading, type Reader } from './calendar/reading.js';
export { createLocalClock, isZone } from './calendar/zone.js';
export { daysOf, monthNameAt, scanIsoDate } from './cast/fast/scan-dates.js';
export { createScan, scannedValues, scanText, WIDEST_VALUE_BYTES } from './cast/fast/scan-text.js';
export {
  COLON,
  digitAt,
  EXACT_DIGITS,
  LOWER_BIT,
  MINUS,
  PLUS,
  POINT,
  SPACE,
  twoDigitsAt,
  UPPER_T,
  ZERO,
} from './cast/fast/scan.js';
export { castFloat } from './cast/values/float.js';
export { isJson } from './cast/values/json.js';
export { type CheckedBatch, type Checker, createChecker } from './check/checker.js';
export { createColumnCheck } from './check/column-check.js';
export { underTwoNames } from './check/match-columns.js';
export type { QuarantinedRow } from './check/quarantined-row.js';
export { NO_ROWS, type QuarantinedRows, type WrongColumn } from './check/quarantined-rows.js';
export { hasSameMeaning } from './check/same-meaning.js';
export { typedCell } from './check/typed-value.js';
export { presentOf, trustOffsets, variableBytesOf } from './columns/arrow-buffers.js';
export { cellAt } from './columns/cell-at.js';
export { cellJson, cellText, dateText } from './columns/cell-text.js';
export type { ColumnType } from './columns/column-type.js';
export type { Cell, DateCell, DatetimeCell, DecimalCell, TimeCell } from './columns/cell.js';
export {
  type ColumnContract,
  type Contract,
  type DeclaredFormat,
  declaredFormat,
  formatsOf,
  formatText,
  type NumberStyle,
  type OutputContract,
  type OutputLimits,
  THOUSANDS,
} from './columns/contract.js';
export type {
  ArrowColumn,
  CellColumn,
  IncomingBatch,
  IncomingColumn,
  RowFault,
  LeadingZeros,
} from './columns/incoming.js';
export { createRawRows } from './columns/raw-row.js';
export { endOfRuns, runsBetween } from './columns/row-runs.js';
export { NARROW_DECIMAL_PRECISION, type TypedBatch, type VariableBytes } from './columns/typed.js';
export { parseColumn } from './declare/column.js';
export { declarationOf } from './declare/to-json.js';
export {
  type ContractFile,
  contractFileText,
  type DriftRules,
  parseContractFile,
  type SavedDialect,
  STRICT_DRIFT,
} from './declare/contract-file.js';
export { arrowType, inferContract } from './declare/infer-contract.js';
export { parseContract } from './declare/parse-contract.js';
export { isTypeFault, LARGEST_PRECISION, parseTypeText, typeText } from './declare/type-text.js';
export { checkDeclared } from './declared-columns.js';
export { createLineSink, type LineSink } from './outputs/line-sink.js';
export { createQuarantineSink, type QuarantineSink } from './outputs/quarantine-sink.js';
export { createSink, type DatasetSink, type Lineage, type OutputFormat } from './outputs/sink.js';
export { openStaging, type Staging } from './outputs/staging.js';
export { stagedName, sweepStaleFiles } from './outputs/stale-staged-files.js';
export { quote } from './problems/quote.js';
export { ERROR_TYPES, type ErrorType, isProblem } from './problems/row-error.js';
export {
  BOOL_PAIRS,
  BOOL_WORDS,
  COMMON_DELIMITERS,
  DELIMITERS,
  LONG_DELIMITERS,
  NULL_WORDS,
  WEAK_DELIMITERS,
} from './words.js';
export {
  compiledModule,
  Instance,
  Memory,
  type Module,
  WASM_PAGE_BYTES,
  type WasmGlobal,
} from './wasm/web-assembly.js';
