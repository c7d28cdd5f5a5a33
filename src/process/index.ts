export { isProgram, programOnPath } from './find-program.js';
export { attend, type RunningProgram } from './attend.js';
export { type Launcher, startLauncher } from './launcher/launcher.js';
export { tailText } from './output-tail.js';
export type { OutputSink, ProcessOptions, StdinSource } from './options.js';
export { createRemoteProgram, type RemoteProgram } from './remote-program.js';
export type { Exit, ProcessEnding, ProcessResult, StartError } from './result.js';
export { neverRan } from './result.js';
export { runProcess } from './run-process.js';
