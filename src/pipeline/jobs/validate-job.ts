import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobContext } from '../../engine/index.js';
import { findParser, type Interpreter, parserLanguage } from '../../bridge/index.js';
import { loadParser } from '../../parse/index.js';
import { CasparianError } from '../../platform/index.js';
import { makeTemporaryFolder } from '../../process/index.js';
import type { BundleEntry } from '../bundle/bundle-entry.js';
import { readBundle } from '../bundle/read-bundle.js';
import { sha256 } from '../bundle/source-hash.js';
import { unpackBundle } from '../bundle/unpack-bundle.js';
import { ensureEnvironment } from '../environments/ensure-environment.js';
import { hintsFor } from './hints.js';
import { inPhase, phaseOf, withPhase } from './phase.js';
import type { PipelineRuntime } from './runtime.js';

/** Long enough for pandas on a cold disk. */
const LOAD_WITHIN_MS = 120_000;

export interface ValidatePayload {
  readonly parser: string;
  /** The bundle, in base64. */
  readonly archive: string;
  readonly source_hash: string;
  readonly entrypoint: string;
}

/** Checks an unregistered bundle on the worker where it would run. Keeps only the environment. */
export async function validateBundle(
  runtime: PipelineRuntime,
  payload: ValidatePayload,
  context: JobContext,
): Promise<object> {
  const folder = makeTemporaryFolder('validate-', runtime.home.staging);
  try {
    return await validate(runtime, payload, context, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function validate(runtime: PipelineRuntime, payload: ValidatePayload, context: JobContext, folder: string) {
  const { parser, entrypoint, source_hash } = payload;
  const { log, signal } = context;
  const archive = Buffer.from(payload.archive, 'base64');
  const { directory, lockfileHash } = await inPhase('Parser', async () => ({
    lockfileHash: lockfileHashOf(await readBundle(archive, source_hash), entrypoint),
    directory: await unpackBundle(archive, source_hash, { ...runtime.home, bundles: folder }),
  }));
  const language = parserLanguage(entrypoint) ?? 'python';
  if (lockfileHash !== null) log.info('Building venv from lockfile...');
  const interpreter = await inPhase('Environment', () =>
    ensureEnvironment(
      { parser, directory, language, lockfileHash },
      { ...runtime, signal, onMessage: (line) => log.info(line) },
    ),
  );
  if (lockfileHash !== null) log.info('✓ Venv created');
  log.info('Running test execution...');
  const hello = await load(runtime, payload, { directory, interpreter, context });
  log.info(`✓ ${entrypoint} loads successfully`);
  return { name: hello.name, version: hello.version, interpreter: interpreter.path };
}

async function load(
  runtime: PipelineRuntime,
  { parser, entrypoint }: ValidatePayload,
  { directory, interpreter, context }: { directory: string; interpreter: Interpreter; context: JobContext },
) {
  const file = await findParser(join(directory, entrypoint));
  try {
    return await loadParser({
      parser: { ...file, given: entrypoint },
      interpreter,
      timeoutMs: LOAD_WITHIN_MS,
      memoryLimitBytes: runtime.limits(parser).memoryLimitBytes,
      stdin: 'ignore',
      stdout: 'capture',
      stderr: 'capture',
      env: runtime.parserEnv(parser),
      cwd: directory,
      signal: context.signal,
      sandbox: await runtime.sandboxOf({ name: parser, network: false }, (text) => context.log.warn(text)),
    });
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    const next = hintsFor(error, { jobId: context.job.id, parser, path: entrypoint });
    throw withPhase(error, phaseOf(error), { message: error.message.replaceAll(`${directory}/`, ''), next });
  }
}

function lockfileHashOf(entries: readonly BundleEntry[], entrypoint: string): string | null {
  const lockfile = parserLanguage(entrypoint) === 'node' ? 'package-lock.json' : 'uv.lock';
  const entry = entries.find(({ name }) => name === lockfile);
  return entry === undefined ? null : sha256(entry.content);
}
