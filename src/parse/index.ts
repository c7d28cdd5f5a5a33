export { type PreviewOptions, previewFile } from '../tables/preview/preview-file.js';
export type { Preview } from '../tables/format/preview.js';
export { childEnvironment } from '../bridge/launch/child-environment.js';
export type { Launch, ShimStart } from '../bridge/launch/launch.js';
export { launchFresh } from '../bridge/launch/launch-fresh.js';
export { checkDeclared } from '../contract/check-declared.js';
export { createWarmPythons, type WarmPythons, type WarmPythonsOptions } from '../bridge/launch/warm-pythons.js';
export type { OutputFormat } from '../contract/outputs/sink.js';
export { stagedName, sweepStaleFiles } from '../contract/outputs/stale-staged-files.js';
export { explicitInterpreter, findInterpreter, type Interpreter, systemInterpreter } from '../bridge/parser/interpreter.js';
export {
  findEntrypoint,
  findParser,
  type ParserFile,
  type ParserLanguage,
  parserLanguage,
} from '../bridge/parser/parser-file.js';
export type { ParserHello } from '../bridge/message.js';
export { type LoadRequest, tryLoading } from './run/try-loading.js';
export { expandInputs, type GivenInput, type InputFile } from './run/inputs.js';
export type { BadRow, ParserIdentity, RunReport } from './run/report.js';
export { runInputs, type RunsRequest } from './run/run-inputs.js';
export { readInputs, type ReadsRequest } from './run/read-inputs.js';
export { checkedContract, type ReaderRun, savedContract, stagedFileNames } from './run/read-staged.js';
export { createReaderProcesses, type ReaderProcesses } from './run/apart/reader-processes.js';
export {
  commonContract,
  type FileInference,
  type InferredFiles,
  inferFiles,
  type InferFilesRequest,
} from './run/infer-files.js';
export type { Reading, ReadingOptions } from './run/reading/reading.js';
export type { InferredColumn } from '../tables/infer/inferred-table.js';
export { type Drift, driftSentences } from '../tables/infer/drift.js';
export type { FileFormat } from '../tables/format/file-format.js';
export type { ParserRequest, RunProgress } from './run/request.js';
export type { StagedFile } from './run/output-writer.js';
export { type ParserRun, runParser } from './run/run-parser.js';
export { inferOutputs } from './run/infer-outputs.js';
export { scaffoldParser } from './scaffold/scaffold-parser.js';
export type { QuarantineLimits } from './run/thresholds.js';
