import { CasparianError } from '../../platform/index.js';
import { runProcess, tailText } from '../../process/index.js';
import { buildFailure } from './build-failure.js';
import type { BuildSite } from './build-site.js';
import { toolEnvironment } from './tool-environment.js';

export interface ToolRun {
  readonly site: BuildSite;
  readonly argv: readonly [program: string, ...rest: string[]];
  /** Added to the variables that the tool may see. */
  readonly env: Readonly<Record<string, string>>;
}

/** Long enough for the largest packages on a slow connection. */
const LIMIT_MS = 30 * 60_000;
/** A failure is stored in the job's record. The end of the output matters most. */
const MAX_OUTPUT_BYTES = 16 * 1_024;

/** Runs one step of a build. Throws if it fails, with the output of the tool. */
export async function runTool({ site, argv, env }: ToolRun): Promise<{ stdout: string }> {
  const result = await runProcess({
    argv,
    cwd: site.project,
    env: { ...toolEnvironment(site.env), ...env },
    signal: site.signal,
    timeoutMs: LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result.ending === 'aborted') {
    throw new CasparianError('INTERRUPTED', `Building the environment of parser '${site.parser}' was interrupted`);
  }
  if (result.ending === 'exited' && result.exitCode === 0) return { stdout: tailText(result.stdoutTail) };
  throw buildFailure(site, argv, result);
}
