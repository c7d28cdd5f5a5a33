import type { Stats } from 'node:fs';

/** What tells one state of a file from another without reading it. */
export type Appearance = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

interface Restless {
  readonly looks: string;
  /** Since when it has looked like this. */
  readonly since: number;
  /** It has looked like this since before it was first seen. */
  readonly old: boolean;
}

/**
 * Which files of a folder have settled: those that have looked the same for a while. One that was old when it was first
 * seen need not be waited for. Pure: the caller supplies the clock.
 */
export class Settling {
  private readonly settleMs: number;
  private readonly restless = new Map<string, Restless>();
  /** How each file looked when it was taken. */
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
    // On a disk whose clock is ahead, files change in the future: those are waited for.
    const old = isNew && changedAt <= now - this.settleMs;
    this.restless.set(path, { looks, since: old ? changedAt : now, old });
  }

  /** Returns whether the file had been taken before. */
  gone(path: string): boolean {
    this.restless.delete(path);
    return this.taken.delete(path);
  }

  /** Files that were taken or waited for, and are not among these any more. */
  goneBut(present: ReadonlySet<string>): string[] {
    return [...new Set([...this.taken.keys(), ...this.restless.keys()])].filter((path) => !present.has(path));
  }

  /** Those whose time is over, and which are to be looked at once more: they may have changed without a sign. */
  ripe(now: number): string[] {
    return [...this.restless].filter(([, file]) => !file.old && this.hasSettled(file, now)).map(([path]) => path);
  }

  /** Those that have settled; from here on they count as taken. */
  take(now: number): string[] {
    const settled = [...this.restless].filter(([, file]) => this.hasSettled(file, now));
    for (const [path, { looks }] of settled) {
      this.restless.delete(path);
      this.taken.set(path, looks);
    }
    return settled.map(([path]) => path);
  }

  /** They could not be taken after all. */
  giveBack(paths: readonly string[], now: number): void {
    for (const path of paths) {
      const looks = this.taken.get(path);
      this.taken.delete(path);
      if (looks !== undefined) this.restless.set(path, { looks, since: now, old: false });
    }
  }

  /** When the next of them may have settled. */
  get nextAt(): number {
    let next = Infinity;
    for (const { since } of this.restless.values()) next = Math.min(next, since + this.settleMs);
    return next;
  }

  /** How many wait. */
  get waiting(): number {
    return this.restless.size;
  }

  private hasSettled({ since }: Restless, now: number): boolean {
    return now - since >= this.settleMs;
  }
}
