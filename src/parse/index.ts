export { expandInputs, type GivenInput } from './inputs/expand-inputs.js';
export { stagedFileNames } from './outputs/output-name.js';
export type { StagedFile } from './outputs/output-writer.js';
export type { QuarantineLimits } from './outputs/quarantine-limits.js';
export type { RunProgress } from './outputs/request.js';
export { inferOutputs } from './parser-run/infer-outputs.js';
export { type LoadRequest, loadParser } from './parser-run/load-parser.js';
export type { ParserRequest } from './parser-run/request.js';
export { type ParserRun, runParser } from './parser-run/run-parser.js';
export { checkedContract, commonContract, savedContract } from './reader-run/dataset-contract.js';
export {
  type FileInference,
  inferFiles,
  type InferFilesRequest,
  type InferredFiles,
} from './reader-run/infer-files.js';
export type { ReadingOptions } from './reader-run/request.js';
export type { ReaderRun } from './reader-run/run-reader.js';
export type { BadRow, ParserIdentity, Reading, RunReport } from './report/report.js';
export { runParserOnInputs, type ParserRunsRequest } from './runs/run-parser-on-inputs.js';
export { runReaderOnInputs, type ReaderRunsRequest } from './runs/run-reader-on-inputs.js';
export { scaffoldParser } from './scaffold/scaffold-parser.js';
export { createReaderProcesses, type ReaderProcesses } from './subprocess/reader-processes.js';
