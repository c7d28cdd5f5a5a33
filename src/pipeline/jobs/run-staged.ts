import { unlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { AttemptLog, JobContext } from '../../engine/index.js';
import { type Interpreter, type ParserRun, runParser, stagedName } from '../../parse/index.js';
import type { CasparianError } from '../../platform/index.js';
import { hintsFor } from './hints.js';
import { type Building, interpreterOfJob, isBuilt, rebuiltInterpreter } from './interpreter-of-job.js';
import type { ReadyParser } from './parser-of-job.js';
import { inPhase, phaseOf, withPhase } from './phase.js';
import type { PipelineRuntime } from './runtime.js';

/** One parser, ready to read one file for one attempt at a job. */
export interface StagedRunRequest {
  readonly runtime: PipelineRuntime;
  readonly parser: ReadyParser;
  readonly path: string;
  readonly context: JobContext;
  readonly log: AttemptLog;
  /** As `runParser` has it: only these rows are written. */
  readonly onlyRows?: (output: string) => ReadonlySet<number> | undefined;
}

/** How an interpreter ends that its environment has lost or broken. */
const BROKEN = new Set(['INTERPRETER_NOT_FOUND', 'PARSER_NOT_CONNECTED']);

/** Runs the parser and leaves what it gives staged, synced to the disk. A broken environment is built again, once. */
export async function runStaged(request: StagedRunRequest): Promise<ParserRun> {
  const { runtime, parser, context, log } = request;
  const building: Building = { signal: context.signal, onTalk: (line) => log.write('info', line) };
  const interpreter = await inPhase('Environment', () => interpreterOfJob(runtime, parser, building));
  const run = await runWith(request, interpreter);
  const isBroken = run.failure !== null && BROKEN.has(run.failure.code) && isBuilt(runtime, parser);
  if (!isBroken) return run;
  log.write('warn', `${run.failure.message}. Its environment is built again.`);
  const rebuilt = await inPhase('Environment', () => rebuiltInterpreter(runtime, parser, building));
  return runWith(request, rebuilt);
}

/** Removes what a run has staged. */
export async function discardStaged({
  outputs,
  quarantines,
}: Pick<ParserRun, 'outputs' | 'quarantines'>): Promise<void> {
  for (const { path } of [...outputs, ...quarantines]) await unlink(path).catch(() => undefined);
}

/** The run's failure as the job's own: where in the bundle, in which phase, and what to do about it on a server. */
export function jobFailure(failure: CasparianError, run: ParserRun, request: StagedRunRequest): CasparianError {
  const { parser, context, path } = request;
  const job = { jobId: context.job.id, parser: parser.registered.name, path };
  return withPhase(failure, phaseOf(failure), {
    message: withinBundle(failure.message, parser),
    next: hintsFor(failure, job),
    ...(run.traceback === null ? {} : { detail: withinBundle(run.traceback, parser) }),
  });
}

function runWith(request: StagedRunRequest, interpreter: Interpreter): Promise<ParserRun> {
  const { runtime, parser, path, context, log, onlyRows } = request;
  const { quarantine, ...limits } = runtime.limits(parser.registered.name);
  const prefix = `${context.job.id}-${context.fence}-`;
  return runParser({
    parser: parser.file,
    interpreter,
    input: { name: path, path, bytes: undefined },
    jobId: context.job.id,
    ...limits,
    limits: () => Promise.resolve(quarantine),
    imports: parser.registered.imports,
    launch: runtime.launch,
    env: runtime.parserEnv(parser.registered.name),
    cwd: parser.directory,
    stdin: 'ignore',
    stdout: log.stdout,
    stderr: log.stderr,
    onLog: (level, text) => log.write(LEVELS[level], text),
    signal: context.signal,
    format: runtime.format,
    pathFor: (fileName) => join(runtime.home.staging, stagedName(prefix + fileName)),
    synced: true,
    ...(onlyRows === undefined ? {} : { onlyRows }),
  });
}

/** What the parser's side calls them. */
const LEVELS = {
  stdout: 'info',
  stderr: 'warn',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
} as const;

/** `File "parser.py"` says more than a path into our home. */
function withinBundle(text: string, { directory }: ReadyParser): string {
  return text.replaceAll(`${directory}/`, '').replaceAll(`${relative(process.cwd(), directory)}/`, '');
}
