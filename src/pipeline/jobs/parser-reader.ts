import { relative } from 'node:path';
import type { Interpreter } from '../../bridge/index.js';
import { emptyTextSentences, type ParserRun, runParser, type SkippedLines } from '../../parse/index.js';
import { hintsFor } from './hints.js';
import { type Building, interpreterOfJob, isBuilt, rebuiltInterpreter } from './interpreter-of-job.js';
import { discardStaged, type JobReader, type StagedRunRequest, stagingPath } from './job-reader.js';
import { type ReadyParser, requireUnchangedBundle } from './parser-of-job.js';
import { inPhase, phaseOf, withPhase } from './phase.js';

/** Error codes of an interpreter whose environment was deleted or damaged. */
const BROKEN = new Set(['INTERPRETER_NOT_FOUND', 'PARSER_NOT_CONNECTED']);

/** What a parser does with the lines of a file is unknown. */
const NO_LINES: SkippedLines = { count: 0, lines: [], file: null };

/** A registered parser in its own process. */
export function parserReader(parser: ReadyParser): JobReader {
  const { name, version, sourceHash } = parser.registered;
  return {
    name,
    async stage(request) {
      const run = await runStaged(parser, request);
      const notes = emptyTextSentences(run.emptyTexts);
      for (const note of notes) request.log.write('info', note);
      return {
        ...run,
        origin: { parser: name, version, sourceHash, dataset: null },
        notes,
        warnings: [],
        skippedLines: NO_LINES,
      };
    },
    failure: (error, run, { context, input }) =>
      withPhase(error, phaseOf(error), {
        message: withinBundle(error.message, parser),
        next: hintsFor(error, { jobId: context.job.id, parser: name, path: input.path }),
        ...(run.traceback === null ? {} : { detail: withinBundle(run.traceback, parser) }),
      }),
  };
}

/** A broken environment is rebuilt once. */
async function runStaged(parser: ReadyParser, request: StagedRunRequest): Promise<ParserRun> {
  const { runtime, context, log } = request;
  const building: Building = { signal: context.signal, onMessage: (line) => log.write('info', line) };
  const interpreter = await inPhase('Environment', () => interpreterOfJob(runtime, parser, building));
  const run = await runWith(parser, request, interpreter);
  const isBroken = run.failure !== null && BROKEN.has(run.failure.code) && isBuilt(runtime, parser);
  if (!isBroken) return run;
  log.write('warn', `${run.failure.message}. Its environment is built again.`);
  const rebuilt = await inPhase('Environment', () => rebuiltInterpreter(runtime, parser, building));
  return runWith(parser, request, rebuilt);
}

async function runWith(parser: ReadyParser, request: StagedRunRequest, interpreter: Interpreter): Promise<ParserRun> {
  const { runtime, input, context, log, onlyRows, corrections } = request;
  const { quarantine, ...limits } = runtime.limits(parser.registered.name);
  const run = await runParser({
    parser: parser.file,
    interpreter,
    input: { name: input.path, path: input.localPath, bytes: undefined },
    jobId: context.job.id,
    ...limits,
    limits: () => Promise.resolve(quarantine),
    imports: parser.registered.imports,
    launch: runtime.launch,
    bridges: runtime.bridges,
    // Files of two tenants never share a process.
    reuseFor: request.database.tenant,
    sandbox: await runtime.sandboxOf(parser.registered, (text) => log.write('warn', text)),
    env: runtime.parserEnv(parser.registered.name),
    cwd: parser.directory,
    stdin: 'ignore',
    stdout: log.stdout,
    stderr: log.stderr,
    onLog: (level, text) => log.write(LEVELS[level], text),
    signal: context.signal,
    format: runtime.format,
    pathFor: stagingPath(request),
    ...(onlyRows === undefined ? {} : { onlyRows }),
    ...(corrections === undefined ? {} : { corrections }),
  });
  try {
    requireUnchangedBundle(parser);
  } catch (error) {
    await discardStaged({ ...run, skippedLines: NO_LINES });
    throw error;
  }
  return run;
}

/** The names of levels on the parser's side. */
const LEVELS = {
  stdout: 'info',
  stderr: 'warn',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
} as const;

/** `File "parser.py"` is clearer than a path inside our home. */
function withinBundle(text: string, { directory }: ReadyParser): string {
  return text.replaceAll(`${directory}/`, '').replaceAll(`${relative(process.cwd(), directory)}/`, '');
}
