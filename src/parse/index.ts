export { createReaderProcesses, type ReaderProcesses } from './run/apart/reader-processes.js';
export {
  commonContract,
  type FileInference,
  inferFiles,
  type InferFilesRequest,
  type InferredFiles,
} from './run/infer-files.js';
export { inferOutputs } from './run/infer-outputs.js';
export { expandInputs, type GivenInput } from './run/inputs.js';
export type { StagedFile } from './run/output-writer.js';
export { readInputs, type ReadsRequest } from './run/read-inputs.js';
export { checkedContract, type ReaderRun, savedContract, stagedFileNames } from './run/read-staged.js';
export type { Reading, ReadingOptions } from './run/reading/reading.js';
export type { BadRow, ParserIdentity, RunReport } from './run/report.js';
export type { ParserRequest, RunProgress } from './run/request.js';
export { runInputs, type RunsRequest } from './run/run-inputs.js';
export { type ParserRun, runParser } from './run/run-parser.js';
export type { QuarantineLimits } from './run/thresholds.js';
export { type LoadRequest, tryLoading } from './run/try-loading.js';
export { scaffoldParser } from './scaffold/scaffold-parser.js';
