import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../platform/index.js';
import { isS3Address } from '../../storage/index.js';
import { createSelection, type Selection } from '../files/selection.js';
import { folderEvents } from './folder-events.js';
import { listFolders } from './list-folders.js';
import { Settling } from './settling.js';
import { watchBucket } from './watch-bucket.js';

export interface WatchOptions {
  /** Absolute, or an address in a bucket. */
  readonly root: string;
  readonly patterns: readonly string[];
  readonly ignore: readonly string[];
  /** Never watched, as in a scan. */
  readonly home: string | undefined;
  readonly settleMs: number;
  /** How often the whole folder is walked, regardless of events. */
  readonly pollEveryMs: number;
  /** Processes files that have settled or were deleted; undefined means the whole folder. Called again if it fails. */
  take(paths: readonly string[] | undefined): Promise<void>;
  readonly on: WatchListener;
  readonly signal: AbortSignal;
}

export interface WatchListener {
  /** Reports a problem once, until it is resolved. */
  trouble(message: string): void;
  recovered(): void;
  /** The system's events no longer cover the whole folder. */
  fallback(reason: string): void;
}

/** From this number of files on, one scan of the folder is cheaper than checking each of them. */
const MANY = 1_000;
/** Events come in bursts; one check covers a burst. */
const BURST_MS = 20;

/**
 * Watches a folder, or a prefix of a bucket, until the signal. Events of the system are only a hint; the regular walk guarantees that every
 * change is found.
 */
export async function watchFolder(options: WatchOptions): Promise<void> {
  if (isS3Address(options.root)) return watchBucket(options);
  const watch = new FolderWatch(options);
  try {
    while (!options.signal.aborted) await watch.turn();
  } finally {
    watch.close();
  }
}

class FolderWatch {
  private readonly options: WatchOptions;
  private readonly settling: Settling;
  private readonly events;
  private selection: Selection | undefined;
  private readonly hinted = new Set<string>();
  private readonly gone = new Set<string>();
  private walkAt = 0;
  /** No file was taken yet. */
  private fresh = true;
  private troubled = false;
  private awake = new AbortController();

  constructor(options: WatchOptions) {
    this.options = options;
    options.signal.addEventListener('abort', () => this.awake.abort(), { once: true });
    this.settling = new Settling(options.settleMs);
    this.events = folderEvents({
      changed: (path) => {
        this.hinted.add(path);
        this.awake.abort();
      },
      exhausted: (reason) => options.on.fallback(reason),
    });
  }

  /** Checks the folder, takes settled files, and waits for the next reason to check. */
  async turn(): Promise<void> {
    const { on, signal, pollEveryMs } = this.options;
    try {
      // After a problem, only a walk can show that it is resolved.
      if (this.troubled || Date.now() >= this.walkAt) await this.walk();
      await this.lookAt([...this.hinted, ...this.settling.dueForCheck(Date.now())]);
      await this.takeSettled();
      if (this.troubled) on.recovered();
      this.troubled = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!this.troubled) on.trouble(errorMessage(error));
      this.troubled = true;
      this.walkAt = Date.now() + pollEveryMs;
    }
    await this.pause();
  }

  close(): void {
    this.events.close();
  }

  private async walk(): Promise<void> {
    const { root, signal, pollEveryMs } = this.options;
    this.hinted.clear();
    this.selection = await createSelection({ ...this.options, isFolder: true });
    const seen = new Set<string>();
    const onFile: Parameters<typeof listFolders>[2]['onFile'] = ({ path, stats }) => {
      seen.add(path);
      this.settling.saw(path, stats, Date.now());
    };
    this.events.follow(await listFolders(root, this.selection, { onFile, signal }));
    for (const path of this.settling.missingFrom(seen)) this.noteGone(path);
    this.walkAt = Date.now() + pollEveryMs;
  }

  private async lookAt(paths: readonly string[]): Promise<void> {
    this.hinted.clear();
    for (const path of new Set(paths)) {
      const stats = await stat(path).catch(() => undefined);
      if (stats === undefined) this.noteGone(path);
      else if (stats.isDirectory()) this.walkAt = 0;
      else if (stats.isFile() && this.selection?.reaches(path)) {
        this.settling.saw(path, stats, Date.now());
      }
    }
    // A folder was created, or something changed in a folder that is not watched.
    if (this.walkAt === 0) await this.walk();
  }

  private noteGone(path: string): void {
    if (this.settling.gone(path)) this.gone.add(path);
  }

  private async takeSettled(): Promise<void> {
    const settled = this.settling.take(Date.now());
    const gone = [...this.gone];
    if (settled.length + gone.length === 0 && !this.fresh) return;
    this.gone.clear();
    try {
      const all = (this.fresh || settled.length > MANY) && this.settling.waiting === 0;
      await this.options.take(all ? undefined : [...settled, ...gone]);
      this.fresh = false;
    } catch (error) {
      this.settling.release(settled, Date.now());
      for (const path of gone) this.gone.add(path);
      throw error;
    }
  }

  /** Waits until a file may have settled, a walk is due, or an event arrives. */
  private async pause(): Promise<void> {
    if (this.hinted.size === 0 && !this.options.signal.aborted) {
      this.awake = new AbortController();
      const until = this.troubled ? this.walkAt : Math.min(this.walkAt, this.settling.nextAt);
      const waitMs = Math.max(1, Math.ceil(until - Date.now()));
      await sleep(waitMs, undefined, { signal: this.awake.signal }).catch(() => undefined);
    }
    if (this.hinted.size > 0) await sleep(BURST_MS);
  }
}
