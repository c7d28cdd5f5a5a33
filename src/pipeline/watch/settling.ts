import type { Stats } from 'node:fs';

/** The state of a file, without reading it. */
export type Appearance = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

interface Restless {
  readonly looks: string;
  /** Since when the file has looked like this. */
  readonly since: number;
  /** It was unchanged for long enough when it was first seen. */
  readonly old: boolean;
}

/**
 * Determines which files of a folder have settled, that is, looked the same for a while. A file that was old when first
 * seen counts as settled at once. Pure: the caller supplies the clock.
 */
export class Settling {
  private readonly settleMs: number;
  private readonly restless = new Map<string, Restless>();
  /** The appearance of each file when it was taken. */
  private readonly taken = new Map<string, string>();

  constructor(settleMs: number) {
    this.settleMs = settleMs;
  }

  saw(path: string, { size, mtimeMs, ctimeMs, ino }: Appearance, now: number): void {
    const looks = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    if (this.taken.get(path) === looks) return void this.restless.delete(path);
    if (this.restless.get(path)?.looks === looks) return;
    const isNew = !this.restless.has(path) && !this.taken.has(path);
    const changedAt = Math.max(mtimeMs, ctimeMs);
    // If the clock of the disk is ahead, files change in the future: those are waited for.
    const old = isNew && changedAt <= now - this.settleMs;
    this.restless.set(path, { looks, since: old ? changedAt : now, old });
  }

  /** Returns whether the file had been taken before. */
  gone(path: string): boolean {
    this.restless.delete(path);
    return this.taken.delete(path);
  }

  /** Files that were taken or waited for, and no longer exist. */
  missingFrom(present: ReadonlySet<string>): string[] {
    return [...new Set([...this.taken.keys(), ...this.restless.keys()])].filter((path) => !present.has(path));
  }

  /** Files whose waiting time is over. The caller checks them once more: they may have changed without an event. */
  dueForCheck(now: number): string[] {
    return [...this.restless].filter(([, file]) => !file.old && this.hasSettled(file, now)).map(([path]) => path);
  }

  /** Returns the settled files and marks them as taken. */
  take(now: number): string[] {
    const settled = [...this.restless].filter(([, file]) => this.hasSettled(file, now));
    for (const [path, { looks }] of settled) {
      this.restless.delete(path);
      this.taken.set(path, looks);
    }
    return settled.map(([path]) => path);
  }

  /** Marks files as not taken, after a failure. */
  release(paths: readonly string[], now: number): void {
    for (const path of paths) {
      const looks = this.taken.get(path);
      this.taken.delete(path);
      if (looks !== undefined) this.restless.set(path, { looks, since: now, old: false });
    }
  }

  /** When the next file may have settled. */
  get nextAt(): number {
    let next = Infinity;
    for (const { since } of this.restless.values()) next = Math.min(next, since + this.settleMs);
    return next;
  }

  /** The number of waiting files. */
  get waiting(): number {
    return this.restless.size;
  }

  private hasSettled({ since }: Restless, now: number): boolean {
    return now - since >= this.settleMs;
  }
}
