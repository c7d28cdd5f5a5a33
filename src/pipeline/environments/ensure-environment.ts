import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { type FileLock, holdFileLock, shareFileLock } from '../../database/index.js';
import { explicitInterpreter, type Interpreter, systemInterpreter } from '../../bridge/index.js';
import { buildEnvironment } from './build-environment.js';
import { type EnvironmentManifest, readManifest } from './environment-manifest.js';
import type { EnvironmentOptions, WantedEnvironment } from './environment-options.js';
import { type EnvironmentPlace, environmentPlace, exists, startingPoint } from './environment-place.js';
import { linkPackages } from './node-packages.js';

/** An environment that this process has checked and found complete. */
interface UsedEnvironment {
  readonly share: FileLock;
  manifest: EnvironmentManifest | undefined;
  touchedAt: number;
}

const TOUCH_EVERY_MS = 3_600_000;

/** By folder. Checked once per process; after that, one `stat` shows that it still exists. */
const used = new Map<string, UsedEnvironment>();

/** Returns the program that runs a registered parser. Builds its environment if necessary. */
export async function ensureEnvironment(wanted: WantedEnvironment, options: EnvironmentOptions): Promise<Interpreter> {
  const { language, lockfileHash } = wanted;
  if (language === 'python' && options.python !== undefined) return explicitInterpreter(options.python, options.env);
  if (lockfileHash !== null) return fromLockfile(wanted, environmentPlace(options.home, lockfileHash), options);
  return language === 'node' ? { path: process.execPath, chosenBy: 'this Node' } : systemInterpreter(options.env);
}

/**
 * Rebuilds an environment that looked complete but does not start. If another process has rebuilt it meanwhile, uses
 * that one.
 */
export async function rebuildEnvironment(wanted: WantedEnvironment, options: EnvironmentOptions): Promise<Interpreter> {
  if (wanted.lockfileHash === null || (wanted.language === 'python' && options.python !== undefined)) {
    return ensureEnvironment(wanted, options);
  }
  const place = environmentPlace(options.home, wanted.lockfileHash);
  const environment = await use(place, options.signal);
  const broken = environment.manifest ?? (await readManifest(place.manifest));
  environment.manifest = await underLock(place, wanted, options, (found) => found.built_at !== broken?.built_at);
  return interpreterIn(place, wanted);
}

/** Releases every environment that this process uses, so that they can be pruned. */
export function releaseEnvironments(): void {
  for (const { share } of used.values()) share.release();
  used.clear();
}

async function fromLockfile(
  wanted: WantedEnvironment,
  place: EnvironmentPlace,
  options: EnvironmentOptions,
): Promise<Interpreter> {
  const environment = await use(place, options.signal);
  // Synchronous, because every job calls this: 20 µs in all, instead of 80 µs through the thread pool.
  const isWhole = environment.manifest !== undefined && existsSync(startingPoint(place.folder, wanted.language));
  if (!isWhole) {
    environment.manifest = (await wholeEnvironment(place, wanted)) ?? (await underLock(place, wanted, options));
  }
  touch(place, environment);
  return interpreterIn(place, wanted);
}

/** An environment in use is not deleted. The operating system releases the lock when the process ends. */
async function use(place: EnvironmentPlace, signal: AbortSignal | undefined): Promise<UsedEnvironment> {
  const known = used.get(place.folder);
  if (known !== undefined) return known;
  const share = await shareFileLock(place.useLock, { signal });
  const [environment, meanwhile] = [{ share, manifest: undefined, touchedAt: 0 }, used.get(place.folder)];
  if (meanwhile !== undefined) share.release();
  else used.set(place.folder, environment);
  return meanwhile ?? environment;
}

/** Builders take turns, and each checks again when its turn comes: an earlier one may have built it. */
function underLock(
  place: EnvironmentPlace,
  wanted: WantedEnvironment,
  options: EnvironmentOptions,
  isGood: (found: EnvironmentManifest) => boolean = () => true,
): Promise<EnvironmentManifest> {
  const { signal, onMessage } = options;
  const onWait = (): void =>
    onMessage?.(`Waiting for another process that builds the environment of '${wanted.parser}'`);
  const work = async (): Promise<EnvironmentManifest> => {
    const found = await wholeEnvironment(place, wanted);
    return found !== undefined && isGood(found) ? found : buildEnvironment(wanted, place, options);
  };
  return holdFileLock(place.buildLock, work, { signal, onWait });
}

async function wholeEnvironment(
  place: EnvironmentPlace,
  { language }: WantedEnvironment,
): Promise<EnvironmentManifest | undefined> {
  return (await exists(startingPoint(place.folder, language))) ? readManifest(place.manifest) : undefined;
}

async function interpreterIn(place: EnvironmentPlace, wanted: WantedEnvironment): Promise<Interpreter> {
  const start = startingPoint(place.folder, wanted.language);
  if (wanted.language === 'python') return { path: start, chosenBy: 'its lockfile' };
  await linkPackages(wanted.directory, start);
  return { path: process.execPath, chosenBy: 'its lockfile' };
}

/** For `env list`. An environment owned by another user cannot be touched, but can be used. */
function touch(place: EnvironmentPlace, environment: UsedEnvironment): void {
  const now = Date.now();
  if (now - environment.touchedAt < TOUCH_EVERY_MS) return;
  environment.touchedAt = now;
  utimes(place.manifest, now / 1_000, now / 1_000).catch(() => undefined);
}
