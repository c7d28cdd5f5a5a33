export { createReaderProcesses, type ReaderProcesses } from './subprocess/reader-processes.js';
export {
  commonContract,
  type FileInference,
  inferFiles,
  type InferFilesRequest,
  type InferredFiles,
} from './reader-run/infer-files.js';
export { inferOutputs } from './parser-run/infer-outputs.js';
export { expandInputs, type GivenInput } from './inputs/expand-inputs.js';
export type { StagedFile } from './outputs/output-writer.js';
export { readInputs, type ReadsRequest } from './runs/run-reader-on-inputs.js';
export { checkedContract, type ReaderRun, savedContract, stagedFileNames } from './subprocess/run-reader-task.js';
export type { Reading, ReadingOptions } from './reader-run/reading.js';
export type { BadRow, ParserIdentity, RunReport } from './report/report.js';
export type { ParserRequest, RunProgress } from './parser-run/request.js';
export { runInputs, type RunsRequest } from './runs/run-parser-on-inputs.js';
export { type ParserRun, runParser } from './parser-run/run-parser.js';
export type { QuarantineLimits } from './outputs/quarantine-limits.js';
export { type LoadRequest, tryLoading } from './parser-run/load-parser.js';
export { scaffoldParser } from './scaffold/scaffold-parser.js';
