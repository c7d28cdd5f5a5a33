import { CasparianError, lazily } from '../../platform/index.js';
import type { ParserHello } from '../bridge/message.js';
import { openStaging } from '../outputs/staging.js';
import type { ParserFile } from '../parser/parser-file.js';
import { cleanUpOnExit } from './clean-up-on-exit.js';
import type { Datasets } from './datasets.js';
import { type DataMessage, execute } from './execute.js';
import { requireReadable } from './inputs.js';
import type { ParserIdentity, RunReport } from './report.js';
import type { RunProgress, RunRequest } from './request.js';
import { rowLimitFailure, shareFailure } from './thresholds.js';
import { failureOf } from './verdict.js';

/**
 * Runs one parser over one input. Nothing of it is seen before it is whole: whatever happens, the folder holds either
 * all outputs of this run or none, and no process, socket or staged file is left.
 */
export async function runInput(request: RunRequest): Promise<RunReport> {
  const { directory, format, input, parser } = request;
  await requireReadable(input);
  const staging = await openStaging(directory);
  const forgetStaging = cleanUpOnExit(() => staging.discardSync());
  const source = input.name;
  // What reads, checks and writes takes half a second to load. The parser's process starts first, and needs as long to
  // come to its first row.
  const datasets = lazily(async () => {
    const { createDatasets } = await import('./datasets.js');
    return createDatasets({ staging, directory, format, source, jobId: null, fallbackName: parser.stem });
  });
  try {
    return await runStaged(request, datasets);
  } finally {
    await (await datasets()).close();
    await staging.discard();
    forgetStaging();
  }
}

type Published = Pick<RunReport, 'outputs' | 'quarantines' | 'error'>;

async function runStaged(request: RunRequest, loadDatasets: () => Promise<Datasets>): Promise<RunReport> {
  const startedAt = performance.now();
  const { parser, interpreter, input } = request;
  let identity: ParserIdentity | null = null;
  const onMessage = async (message: DataMessage): Promise<void> => {
    if (message.kind === 'hello') identity = identityOf(message.parser, parser);
    await take(message, await loadDatasets(), request, identity);
  };
  const load = (): void => void Promise.all([loadDatasets(), request.limits()]).catch(() => undefined);
  const execution = await execute(request, onMessage, load);
  const datasets = await loadDatasets();
  const limits = await request.limits();
  const failure = failureOf(execution, request) ?? shareFailure(datasets.writers, limits);
  const published = await publish(datasets, failure);
  const { rowsIn, quarantined } = rowsOf(datasets);
  return {
    status: published.error !== null ? 'failed' : quarantined > 0 ? 'completed_with_warnings' : 'completed',
    input: input.name,
    parser: identity,
    interpreter,
    rowsIn,
    rowsValid: rowsIn - quarantined,
    rowsQuarantined: quarantined,
    ...published,
    badRows: [...datasets.writers.values()].flatMap((writer) => writer.badRows),
    durationMs: Math.round(performance.now() - startedAt),
    traceback: execution.stream.kind === 'parser_error' ? execution.stream.failure.traceback : null,
  };
}

async function take(
  message: DataMessage,
  datasets: Datasets,
  request: RunRequest,
  identity: ParserIdentity | null,
): Promise<void> {
  switch (message.kind) {
    case 'hello':
      if (identity !== null) request.onHello?.(identity);
      return datasets.declare(message.parser);
    case 'log':
      return request.onLog?.(message.level, message.text);
    case 'batch': {
      await datasets.write(message.batch);
      const rows = rowsOf(datasets);
      request.onProgress?.(rows);
      const failure = rowLimitFailure(rows, await request.limits());
      if (failure !== null) throw failure;
    }
  }
}

async function publish(datasets: Datasets, failure: CasparianError | null): Promise<Published> {
  try {
    if (failure === null) return { ...(await datasets.publish()), error: null };
    // Whoever is told that too many rows are bad wants to see them.
    const quarantines = failure.code === 'QUARANTINE_LIMIT' ? await datasets.publishEvidence() : [];
    return { outputs: [], quarantines, error: failure };
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return { outputs: [], quarantines: [], error: failure ?? error };
  }
}

function identityOf(hello: ParserHello, parser: ParserFile): ParserIdentity {
  return { name: hello.name ?? parser.stem, version: hello.version, api: hello.api, runtime: hello.runtime };
}

function rowsOf({ writers }: Datasets): RunProgress {
  let rowsIn = 0;
  let quarantined = 0;
  for (const writer of writers.values()) {
    rowsIn += writer.rowsIn;
    quarantined += writer.quarantined;
  }
  return { rowsIn, quarantined };
}
