import type { Engine } from '../../engine/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import { tenantDatabase } from '../../database/index.js';
import { findRegistered, topicsOf } from './find-parsers.js';
import { testImport } from './import-test.js';
import type { Workshop } from './workshop.js';
import { type ReadParser, reportRead } from './read-parser.js';
import { requireFree, storeParser, type StoredParser } from './store-parser.js';
import { requireWorker, validateRemotely } from './validate-remotely.js';

export interface RegisterRequest {
  readonly tenant: string;
  /** Who registers it. */
  readonly actor?: string | null | undefined;
  /** Bundles and reads the parser. The caller may have begun. */
  readonly read: () => Promise<ReadParser>;
  /** Replace other content with the same name and version. */
  readonly force: boolean;
  /** Load the parser in its own environment on this machine before it is registered. */
  readonly validate: boolean;
  /** Also load it on a running worker. */
  readonly validateRemote: boolean;
  readonly workshop: Workshop;
}

export interface Registration extends StoredParser {
  readonly bundle: PackedBundle;
  readonly topics: readonly string[];
}

/** Reads, checks and records a parser, in this order: a parser that cannot run is not registered. */
export async function registerParser(engine: Engine, request: RegisterRequest): Promise<Registration> {
  const { force, workshop } = request;
  const database = tenantDatabase(engine.database, request.tenant, request.actor);
  // Building an environment takes minutes; without a worker that would be in vain.
  if (request.validateRemote) await requireWorker(engine, { ...workshop, tenant: request.tenant });
  const read = await request.read();
  reportRead(read, workshop.onStep);
  const { bundle, described } = read;
  if (!force) await requireFree(database, bundle, described);
  const current = await findRegistered(database, described.name);
  const isCurrent = current?.sourceHash === bundle.sourceHash;
  // A registered parser has passed the check before, and registering it again changes nothing.
  if (request.validate && !isCurrent) await testImport(bundle, described, workshop);
  if (request.validateRemote)
    await validateRemotely(engine, bundle, described, { ...workshop, tenant: request.tenant });
  const stored = await storeParser(database, bundle, described, { force });
  return { ...stored, bundle, topics: await topicsOf(database, described.name) };
}
