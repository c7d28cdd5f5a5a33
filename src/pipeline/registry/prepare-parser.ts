import { join } from 'node:path';
import { findParser, type Interpreter, type ParserFile } from '../../bridge/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import { unpackBundle } from '../bundle/unpack-bundle.js';
import { readManifest } from '../environments/environment-manifest.js';
import { environmentPlace } from '../environments/environment-place.js';
import type { Workshop } from './workshop.js';

export interface PreparedParser {
  readonly file: ParserFile;
  readonly interpreter: Interpreter;
}

/** Unpacks a bundle and builds its environment, unless both exist. */
export async function prepareParser(bundle: PackedBundle, parser: string, workshop: Workshop): Promise<PreparedParser> {
  const { onStep, ensureEnvironment } = workshop;
  const { archive, sourceHash, language, lockfileHash, entrypoint } = bundle;
  const directory = await unpackBundle(archive, sourceHash, workshop.home);
  if (isManaged(bundle, workshop)) onStep({ kind: 'building' });
  const interpreter = await ensureEnvironment(
    { parser, directory, language, lockfileHash },
    { ...workshop, onMessage: (text) => onStep({ kind: 'message', text }) },
  );
  onStep({ kind: 'environment', interpreter, packages: await packagesIn(bundle, workshop) });
  return { file: await findParser(join(directory, entrypoint)), interpreter };
}

/** Whether casparian builds the environment, rather than using a given Python. */
function isManaged({ lockfileHash, language }: PackedBundle, { python }: Workshop): boolean {
  return lockfileHash !== null && (language === 'node' || python === undefined);
}

async function packagesIn(bundle: PackedBundle, workshop: Workshop): Promise<string[]> {
  if (bundle.lockfileHash === null || !isManaged(bundle, workshop)) return [];
  const manifest = await readManifest(environmentPlace(workshop.home, bundle.lockfileHash).manifest);
  return (manifest?.packages ?? []).map(({ name, version }) => `${name} ${version}`);
}
