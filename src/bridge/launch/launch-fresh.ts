import { type ProcessResult, runProcess } from '../../process/index.js';
import { shimCommand, shimEnvironment } from './shim-command.js';
import type { ShimStart } from './launch.js';

/** A new interpreter for this one input: what `casparian run` does, and what works everywhere. */
export function launchFresh(start: ShimStart): Promise<ProcessResult> {
  const { parser, interpreter, shim, env, cwd, stdin, stdout, stderr, signal } = start;
  const { timeoutMs, memoryLimitBytes, cpuSeconds } = start;
  return runProcess({
    argv: shimCommand(parser, interpreter, shim, { memoryLimitBytes, cpuSeconds }),
    ...(cwd === undefined ? {} : { cwd }),
    env: shimEnvironment(env),
    stdin,
    stdout,
    stderr,
    signal,
    timeoutMs,
    memoryLimitBytes,
  });
}
