import { lazily } from '../../platform/index.js';
import type { ParserFile, ParserHello } from '../../bridge/index.js';
import type { Datasets } from '../outputs/datasets.js';
import { type DataMessage, runParserProcess } from './parser-process.js';
import { emptyTextsOf, finishFiles, type FinishedFiles, rowsOf, withStagedFiles } from '../outputs/staged-files.js';
import type { BadRow, EmptyTexts, ParserIdentity } from '../report/report.js';
import type { ParserRequest } from './request.js';
import { rowLimitFailure, shareFailure } from '../outputs/quarantine-limits.js';
import { failureOf } from './run-failure.js';

/** The staged files and results of a run. Only the files named here are on disk. */
export interface ParserRun extends FinishedFiles {
  /** Null if the parser could not be loaded. */
  readonly parser: ParserIdentity | null;
  readonly rowsIn: number;
  readonly rowsQuarantined: number;
  /** The first bad rows, for display. */
  readonly badRows: readonly BadRow[];
  /** Empty texts that became null. */
  readonly emptyTexts: readonly EmptyTexts[];
  /** Null if the parser raised no exception. */
  readonly traceback: string | null;
  readonly durationMs: number;
}

/**
 * The code that reads, checks and writes takes half a second to load. The parser's process starts first, and needs as
 * long until its first row. Cached, because importing a loaded module takes a tenth of a millisecond each time.
 */
const loadWriting = lazily(() => import('../outputs/datasets.js'));

/** Runs one parser over one input and stages its checked rows. The caller publishes the files. */
export async function runParser(request: ParserRequest): Promise<ParserRun> {
  const { parser, input, jobId = null, ...rest } = request;
  return withStagedFiles(request.pathFor, async (pathFor) => {
    const datasets = lazily(async () => {
      const { createDatasets } = await loadWriting();
      return createDatasets({
        ...rest,
        pathFor,
        source: input.name,
        jobId,
        fallbackName: parser.stem,
        emptyTextsAreNull: true,
      });
    });
    try {
      return await runInto(request, datasets);
    } finally {
      await (await datasets()).close();
    }
  });
}

async function runInto(request: ParserRequest, loadDatasets: () => Promise<Datasets>): Promise<ParserRun> {
  const startedAt = performance.now();
  let identity: ParserIdentity | null = null;
  const onMessage = async (message: DataMessage): Promise<void> => {
    if (message.kind === 'hello') identity = identityOf(message.parser, request.parser);
    await handleMessage(message, await loadDatasets(), request, identity);
  };
  const load = (): void => void Promise.all([loadDatasets(), request.limits()]).catch(() => undefined);
  const execution = await runParserProcess(request, onMessage, load);
  const datasets = await loadDatasets();
  const limits = await request.limits();
  const failure = failureOf(execution, request) ?? shareFailure(datasets.writers, limits);
  const files = await finishFiles(datasets, failure);
  const { rowsIn, quarantined } = rowsOf(datasets);
  return {
    parser: identity,
    rowsIn,
    rowsQuarantined: quarantined,
    ...files,
    badRows: [...datasets.writers.values()].flatMap((writer) => writer.badRows),
    emptyTexts: emptyTextsOf(datasets),
    traceback: execution.stream.kind === 'parser_error' ? execution.stream.failure.traceback : null,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function handleMessage(
  message: DataMessage,
  datasets: Datasets,
  request: ParserRequest,
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
      request.onProgress?.(rowsOf(datasets));
      const failure = rowLimitFailure(datasets.writers, await request.limits());
      if (failure !== null) throw failure;
    }
  }
}

function identityOf(hello: ParserHello, parser: ParserFile): ParserIdentity {
  return { name: hello.name ?? parser.stem, version: hello.version, api: hello.api, runtime: hello.runtime };
}
