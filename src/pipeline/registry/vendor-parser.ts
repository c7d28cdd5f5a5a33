import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { makeTemporaryFolder } from '../../process/index.js';
import { explicitInterpreter, systemInterpreter } from '../../bridge/index.js';
import { packBundle } from '../bundle/pack-bundle.js';
import { unpackBundle } from '../bundle/unpack-bundle.js';
import { pipelineHome } from '../home.js';
import { describeBundle } from './describe/describe-bundle.js';
import { archiveOf, parserNamed } from './find-parsers.js';
import { exists } from '../environments/environment-place.js';
import { makeVendor, type VendorRequest } from '../environments/vendor/make-vendor.js';
import { type VendoredEnvironment, type VendorManifest, vendorPaths } from '../environments/vendor/vendor-manifest.js';
import type { TenantExecutor } from '../../database/index.js';

export interface VendorParserRequest extends Pick<VendorRequest, 'output' | 'env' | 'signal' | 'onMessage'> {
  /** A path to a parser, or the name of a registered one. */
  readonly given: string;
  /** Reads the source of a parser given by its path. */
  readonly python: string | undefined;
  /** Called only for a registered parser: a path needs no database. */
  withDatabase<T>(work: (database: TenantExecutor) => Promise<T>): Promise<T>;
}

export interface VendorReport {
  readonly parser: string;
  readonly sourceHash: string;
  readonly lockfileHash: string | null;
  readonly platform: string;
  readonly uv: VendorManifest['uv'];
  /** Undefined if the parser needs no packages. */
  readonly environment: VendoredEnvironment | undefined;
  /** The path for `parser register` on the other machine. */
  readonly bundle: string;
}

type Source = Pick<VendorRequest, 'parser' | 'language' | 'lockfileHash' | 'sourceHash' | 'archive'>;

/** Finds the parser and collects what it needs. */
export async function vendorParser(request: VendorParserRequest): Promise<VendorReport> {
  const { given, output } = request;
  const isPath = given.includes('/') || extname(given) !== '' || (await exists(given));
  const source = isPath
    ? await fromPath(request)
    : await request.withDatabase((database) => fromDatabase(database, given));
  const scratch = makeTemporaryFolder('vendor-');
  try {
    const directory = await unpackBundle(source.archive, source.sourceHash, pipelineHome(scratch));
    const { platform, uv, environments } = await makeVendor({ ...request, ...source, directory });
    const { parser, sourceHash, lockfileHash } = source;
    const environment = environments[lockfileHash ?? ''];
    const bundle = vendorPaths(output).bundleOf(parser);
    return { parser, sourceHash, lockfileHash, platform, uv, environment, bundle };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function fromPath({ given, python, env }: VendorParserRequest): Promise<Source> {
  const bundle = await packBundle(given);
  const reader = () => (python === undefined ? systemInterpreter(env) : explicitInterpreter(python, env));
  const { name } = await describeBundle(bundle, async () => (await reader()).path, given);
  return { ...bundle, parser: name };
}

async function fromDatabase(database: TenantExecutor, name: string): Promise<Source> {
  const parser = await parserNamed(database, name);
  return { ...parser, parser: parser.name, archive: await archiveOf(database, parser.id) };
}
