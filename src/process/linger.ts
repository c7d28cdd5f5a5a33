/**
 * How long child processes may take to finish after their parent has ended, such as a `tee` behind its stdout or
 * Python's resource tracker. Then they are ended too.
 */
export const LINGER_MS = 500;
