import { readdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findInterpreter, parserLanguage } from '../../bridge/index.js';
import { CasparianError } from '../../platform/index.js';
import { packBundle, type PackedBundle } from '../bundle/pack-bundle.js';
import { describeBundle, type DescribedBundle } from './describe/describe-bundle.js';
import { parserInvalid } from './describe/description.js';
import { requireLockfile } from './lock-rule.js';
import { prepareParser } from './prepare-parser.js';
import type { OnStep } from './registration-step.js';
import type { Workshop } from './workshop.js';

export interface ReadParser {
  readonly bundle: PackedBundle;
  readonly described: DescribedBundle;
  /** What its author should know. */
  readonly notes: readonly string[];
}

/**
 * Bundles a parser and reads what it declares, without running it. Throws if it cannot be registered. `onWaiting` is called when this
 * process only waits for a Python that reads the source.
 */
export async function readParser(path: string, workshop: Workshop, onWaiting?: () => void): Promise<ReadParser> {
  const bundle = await packBundle(path);
  const isFolder = (await stat(path)).isDirectory();
  const directory = isFolder ? resolve(path) : dirname(resolve(path));
  const described = await describeBundle(bundle, () => readingPython(bundle, directory, workshop), path, onWaiting);
  const isSource = parserLanguage(path) !== undefined;
  if (!isFolder && isSource) await requireAlone(path, directory, described);
  const notes = requireLockfile(bundle, described, { directory, python: workshop.python });
  return { bundle, described, notes: [...described.notes, ...notes] };
}

export function reportRead({ bundle, notes }: ReadParser, onStep: OnStep): void {
  onStep({ kind: 'bundled', bundle });
  for (const text of notes) onStep({ kind: 'note', text });
}

/**
 * The author's Python reads the source, because it knows the grammar that the source uses. A Python from uv also works.
 */
async function readingPython(bundle: PackedBundle, directory: string, workshop: Workshop): Promise<string> {
  const stem = bundle.entrypoint.replace(/\.\w+$/, '');
  const parser = {
    given: stem,
    path: bundle.entrypoint,
    directory,
    stem,
    language: 'python',
    typescript: false,
  } as const;
  try {
    return (await findInterpreter(parser, workshop)).path;
  } catch (error) {
    const isMissing = error instanceof CasparianError && error.code === 'INTERPRETER_NOT_FOUND';
    if (!isMissing || bundle.lockfileHash === null || workshop.python !== undefined) throw error;
    return (await prepareParser(bundle, stem, workshop)).interpreter.path;
  }
}

/** A file registered by itself that imports its neighbour would only work on this machine. */
async function requireAlone(path: string, directory: string, { importPlaces }: DescribedBundle): Promise<void> {
  const beside = new Set((await readdir(directory)).map((name) => name.replace(/\.py$/, '')));
  const local = importPlaces.find(({ name }) => beside.has(name));
  if (local === undefined) return;
  throw parserInvalid({
    ...local,
    message: `Local import '${local.name}' not found: '${path}' is bundled alone`,
  });
}
