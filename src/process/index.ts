export { isProgram, programOnPath } from './find-program.js';
export { attend, type RunningProgram } from './attend.js';
export { type Guardian, startGuardian } from './guardian.js';
export { tailText } from './output-tail.js';
export type { OutputSink, ProcessOptions, StdinSource } from './options.js';
export { signalGroup } from './process-group.js';
export type { Exit, ProcessEnding, ProcessResult, StartError } from './result.js';
export { neverRan } from './result.js';
export { runProcess } from './run-process.js';
