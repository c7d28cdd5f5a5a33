export { isProgram, programOnPath } from './find-program.js';
export { tailText } from './output-tail.js';
export type { OutputSink, ProcessOptions, StdinSource } from './options.js';
export type { ProcessEnding, ProcessResult, StartError } from './result.js';
export { runProcess } from './run-process.js';
