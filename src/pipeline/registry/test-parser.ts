import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../process/index.js';
import type { InputFile } from '../../tables/index.js';
import { type QuarantineLimits, runParserOnInputs, type RunReport } from '../../parse/index.js';
import type { ParserDescription } from './describe/description.js';
import { testImport } from './import-test.js';
import type { Workshop } from './workshop.js';
import { readParser, reportRead } from './read-parser.js';

export interface TestRequest {
  readonly path: string;
  readonly sample: InputFile | undefined;
  readonly limits: (parser: string) => QuarantineLimits;
  readonly workshop: Workshop;
}

export interface TestedParser {
  readonly described: ParserDescription;
  /** The report of the run over the sample, if there was one. Its output files are deleted. */
  readonly report: RunReport | null;
}

/** Does everything a worker would do with a parser, on this machine. Keeps only the environment. */
export async function testParser({ path, sample, limits, workshop }: TestRequest): Promise<TestedParser> {
  const folder = makeTemporaryFolder('parser-test-');
  try {
    const there = { ...workshop, home: { ...workshop.home, bundles: join(folder, 'bundles') } };
    const read = await readParser(path, there);
    reportRead(read, there.onStep);
    const { bundle, described } = read;
    const { file, interpreter } = await testImport(bundle, described, there);
    if (sample === undefined) return { described, report: null };
    const [report = null] = await runParserOnInputs({
      parser: file,
      interpreter,
      inputs: [sample],
      parallel: 1,
      directory: join(folder, 'output'),
      format: 'parquet',
      limits: () => Promise.resolve(limits(described.name)),
      timeoutMs: undefined,
      memoryLimitBytes: undefined,
      stdin: 'ignore',
      stdout: 'stderr',
      env: workshop.parserEnv(described.name),
      cwd: file.directory,
      signal: workshop.signal,
      sandbox: await workshop.sandboxOf(described, (text) => workshop.onStep({ kind: 'message', text })),
    });
    return { described, report };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
