import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { uptime } from 'node:os';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stagedName } from '../../contract/index.js';
import type { StoredFile, Storages } from '../../storage/index.js';
import { contentHasher } from '../content-hasher.js';
import { fileNotThere } from './spool-errors.js';
import { openBudget } from './spool-budget.js';

/** A version of a file in a bucket, and the hash of its content. */
export interface FetchedFile {
  readonly version: StoredFile;
  /** BLAKE3, in hex. */
  readonly hash: string;
}

/** A copy that exists until it is released. */
export interface HeldCopy extends FetchedFile {
  readonly path: string;
  release(): Promise<void>;
}

export interface Spool {
  readonly storages: Storages;
  /** Downloads and hashes a file, unless this version of it was downloaded before. */
  fetch(address: string, options: FetchOptions): Promise<FetchedFile>;
  /** Like `fetch`, and gives the copy the name of the file, in a folder of its own. */
  hold(address: string, options: FetchOptions): Promise<HeldCopy>;
}

export interface FetchOptions {
  /** The version to fetch; the present one if absent. */
  readonly version?: StoredFile | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SpoolOptions {
  readonly storages: Storages;
  readonly spool: string;
  readonly spoolBytes: number;
}

/**
 * Copies of files in buckets: parsers and readers need a path. `kept` has the copies, by address and version, named by their content, so that a
 * scan and a job share one download. `held` has links to copies in use, which stay when the budget needs their place.
 */
export function openSpool({ storages, spool, spoolBytes }: SpoolOptions): Spool {
  const kept = join(spool, 'kept');
  const held = join(spool, 'held');
  const budget = openBudget({ kept, held, bytes: spoolBytes });
  const underWay = new Map<string, Promise<FetchedFile>>();

  const present = async (address: string, { version, signal }: FetchOptions): Promise<StoredFile> => {
    const { storage, key } = storages.locate(address);
    const found = version ?? (await storage.find(key, { signal }));
    if (found === undefined) throw fileNotThere(address);
    return found;
  };

  const download = async (address: string, version: StoredFile, signal: AbortSignal | undefined) => {
    const release = await budget.reserve(address, version.sizeBytes, signal);
    const draft = join(kept, stagedName('download'));
    try {
      await mkdir(kept, { recursive: true });
      const { storage, key } = storages.locate(address);
      const hasher = await contentHasher();
      const hashing = new Transform({
        transform: (piece: Buffer, _encoding, done) => (hasher.update(piece), done(null, piece)),
      });
      const source = await storage.read(key, { ifMatch: version.etag, signal });
      await pipeline(source, hashing, createWriteStream(draft), { signal });
      const hash = hasher.digest('hex');
      const folder = join(kept, nameOf(address, version));
      await mkdir(folder, { recursive: true });
      await rename(draft, join(folder, hash));
      return { version, hash };
    } finally {
      await rm(draft, { force: true });
      release();
    }
  };

  const fetch = async (address: string, { version: given, signal: shared }: FetchOptions): Promise<FetchedFile> => {
    // A signal of its own: many requests that listen to one signal look like a leak.
    const signal = shared && AbortSignal.any([shared]);
    const version = await present(address, { version: given, signal });
    const name = nameOf(address, version);
    const hash = await keptHash(join(kept, name), version.sizeBytes);
    if (hash !== undefined) return { version, hash };
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const fetching = download(address, version, signal).finally(() => underWay.delete(name));
    underWay.set(name, fetching);
    return fetching;
  };

  return {
    storages,
    fetch,
    async hold(address, options) {
      const folder = join(held, stagedName(randomBytes(4).toString('hex')));
      const path = join(folder, safeName(address));
      await mkdir(folder, { recursive: true });
      const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
      try {
        for (let lost = 0; ; lost += 1) {
          const fetched = await fetch(address, options);
          const source = join(kept, nameOf(address, fetched.version), fetched.hash);
          try {
            await link(source, path);
            // Copies that were used last are removed last. Their time of change stays, so that what was found out of them stays valid.
            await utimes(path, new Date(), (await stat(path)).mtime);
            return { ...fetched, path, release };
          } catch (error) {
            // Another process needed its place in between.
            if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || lost === LOSSES) throw error;
          }
        }
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

/** When the machine started. What was written before may have been lost with the power. */
const STARTED_AT = Date.now() - uptime() * 1_000;
const LOSSES = 3;
const NAME_BYTES = 255;

/** One version of one file. */
function nameOf(address: string, { etag, sizeBytes }: StoredFile): string {
  return createHash('sha256').update(`${address}\0${etag}\0${sizeBytes}`).digest('hex').slice(0, 40);
}

/** A key may end with a name that no file can have. Its end says which format the file has. */
function safeName(address: string): string {
  const name = basename(address).replaceAll('\0', '_');
  const characters = [...(name === '' || name === '.' || name === '..' ? 'file' : name)];
  while (Buffer.byteLength(characters.join('')) > NAME_BYTES) characters.shift();
  return characters.join('');
}

/** The hash is the name of the copy. A copy of another size was left by a crash, and is fetched again. */
async function keptHash(folder: string, sizeBytes: number): Promise<string | undefined> {
  const [hash] = await readdir(folder).catch(() => []);
  if (hash === undefined) return undefined;
  const found = await stat(join(folder, hash)).catch(() => undefined);
  return found?.size === sizeBytes && found.mtimeMs > STARTED_AT ? hash : undefined;
}
