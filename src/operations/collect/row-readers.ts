import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeTemporaryFolder } from '../../process/index.js';
import { childEnvironment, findInterpreter, findParser } from '../../bridge/index.js';
import type { Row, RowReaders, Source } from '../../collect/index.js';
import { createReaderProcesses, type ParserRun, runParser, stagedFileNames } from '../../parse/index.js';
import { CasparianError, lazily } from '../../platform/index.js';

export interface RowReadersOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A Python for adapters, instead of the system's. */
  readonly python: string | undefined;
  readonly timeoutMs: number;
  readonly memoryLimitBytes: number | undefined;
}

const TABLE = 'rows';
const FORMAT = 'jsonl';
/** The contract of the source decides about rows, so nothing is refused before. */
const ANY_ROWS = { share: 1, rows: Number.MAX_SAFE_INTEGER };
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Logs of an adapter are not rows. Its error comes over the bridge. */
const DISCARD = (): void => undefined;

/** Reads feeds and runs adapters with the code that reads files and runs parsers, each in a separate process. */
export function createRowReaders(options: RowReadersOptions): RowReaders {
  const { env, python, timeoutMs, memoryLimitBytes } = options;
  const limits = { timeoutMs, memoryLimitBytes, cpuSeconds: undefined };
  const readers = lazily(() => Promise.resolve(createReaderProcesses({ env: childEnvironment(env, []) })));
  let isOpen = false;
  return {
    readFeed: (body, { url, signal }) =>
      inFolder(async (folder) => {
        isOpen = true;
        const path = join(folder, fileNameOf(url));
        await writeFile(path, body);
        const places = Object.fromEntries(
          stagedFileNames(TABLE, FORMAT).map((name) => [name, join(folder, `out-${name}`)]),
        );
        const task = {
          path,
          dataset: TABLE,
          contract: null,
          jobId: NO_JOB,
          limits: ANY_ROWS,
          format: FORMAT,
          places,
        } as const;
        const run = await (await readers()).read(task, { limits, signal, onReading: () => undefined });
        return rowsOf(run);
      }),
    runAdapter: ({ source, query, signal }) =>
      inFolder(async (folder) => {
        const path = join(folder, 'query.json');
        await writeFile(path, JSON.stringify(query));
        const parser = await findParser(source.url);
        const run = await runParser({
          ...{ parser, interpreter: await findInterpreter(parser, { python, env }) },
          input: { name: path, path, bytes: undefined },
          ...{ ...limits, limits: () => Promise.resolve(ANY_ROWS), format: FORMAT, signal },
          ...{ stdin: 'ignore', stdout: DISCARD, stderr: DISCARD, env: childEnvironment(env, secretsOf(source)) },
          pathFor: (name) => join(folder, `out-${name}`),
        });
        return rowsOf(run);
      }),
    close: async () => {
      if (isOpen) await (await readers()).close();
    },
  };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder('collect-');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The ending of the name is a hint for the format. */
function fileNameOf(url: string): string {
  const name = URL.canParse(url) ? basename(new URL(url).pathname) : basename(url);
  return /^[\w.-]{1,100}$/.test(name) && !name.startsWith('.') ? name : 'feed';
}

async function rowsOf({ outputs, failure, traceback }: ParserRun): Promise<Row[]> {
  if (failure !== null) {
    throw new CasparianError(failure.code, failure.message, {
      ...{ why: failure.why, next: failure.next, retryable: failure.retryable },
      ...(traceback === null ? {} : { detail: traceback }),
    });
  }
  const rows: Row[] = [];
  for (const { path } of outputs) {
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      if (line === '') continue;
      const row = JSON.parse(line) as Record<string, unknown>;
      rows.push(Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_cf_'))));
    }
  }
  return rows;
}

/** The variables that the source refers to. An adapter sees no others but the harmless ones. */
function secretsOf({ credentials }: Source): string[] {
  return Object.values(credentials).flatMap((reference) => /env:([A-Za-z_][A-Za-z0-9_]*)/.exec(reference)?.[1] ?? []);
}
