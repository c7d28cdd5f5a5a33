import { join } from 'node:path';
import { findParser, type ParserFile } from '../../bridge/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { compileParser } from '../bundle/compile-parser.js';
import { folderState } from '../bundle/folder-state.js';
import { unpackBundle } from '../bundle/unpack-bundle.js';
import { archiveOf, parserNamed, parserOfSource } from '../registry/find-parsers.js';
import type { RegisteredParser } from '../registry/registered-parser.js';
import type { TenantExecutor } from '../../database/index.js';
import type { ParsePayload } from './parse-job.js';
import type { PipelineRuntime } from './runtime.js';

/** A bundle unpacked into a folder on this machine. */
export interface UnpackedBundle {
  readonly directory: string;
  readonly file: ParserFile;
  /** Identifies its files: what runs must be what was compared with the registered bundle. */
  readonly state: string | null;
}

export interface ReadyParser extends UnpackedBundle {
  readonly registered: RegisteredParser;
}

/** The source that the job was planned for. If --force replaced it, the source that has its name and version now. */
export async function parserOfJob(
  database: TenantExecutor,
  { parser, version, source_hash }: Pick<ParsePayload, 'parser' | 'version' | 'source_hash'>,
): Promise<RegisteredParser> {
  const planned = await parserOfSource(database, source_hash);
  if (planned === undefined) return parserNamed(database, parser, version);
  if (planned.retiredAt === null) return planned;
  throw new CasparianError('PARSER_NOT_REGISTERED', `The parser '${parser}' v${version} was unregistered`, {
    why: 'The job was planned before that.',
    next: [hint('Register it again, then', { action: 'backfill', arguments: [parser] })],
  });
}

/** Unpacks a bundle once per process, and again if its folder was removed or changed. */
export async function unpackParser(
  { home, bundles }: PipelineRuntime,
  database: TenantExecutor,
  registered: RegisteredParser,
): Promise<ReadyParser> {
  const { id, sourceHash, entrypoint } = registered;
  const unpack = async (): Promise<UnpackedBundle> => {
    const directory = await unpackBundle(await archiveOf(database, id), sourceHash, home);
    const file = await compileParser(await findParser(join(directory, entrypoint)));
    return { directory, file, state: folderState(directory) };
  };
  const bundle = await bundles.get(sourceHash, unpack);
  const isUnchanged = bundle.state !== null && folderState(bundle.directory) === bundle.state;
  return { registered, ...(isUnchanged ? bundle : await bundles.replace(sourceHash, bundle, unpack)) };
}

/** Throws if the files of a parser were changed since they were compared with the registered bundle. */
export function requireUnchangedBundle({ directory, state, registered: { name, version } }: ReadyParser): void {
  if (folderState(directory) === state) return;
  throw new CasparianError('BUNDLE_CHANGED', `The files of '${name}' v${version} were changed while it ran`, {
    why: `${directory} no longer has the content that was registered, so the rows may come from other code. Nothing was written.`,
    next: ['The next attempt unpacks the registered bundle again.', 'Find out who writes to this folder.'],
  });
}
