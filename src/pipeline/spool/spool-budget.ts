import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { spoolFull } from './spool-errors.js';

export interface Budget {
  /** Makes room for a copy. Returns a function to call when the copy is there, or failed. */
  reserve(address: string, sizeBytes: number, signal: AbortSignal | undefined): Promise<() => void>;
}

interface Copy {
  readonly folder: string;
  readonly bytes: number;
  readonly usedAt: number;
  /** A job reads it: removing it would free nothing. */
  readonly isHeld: boolean;
}

/** Other processes add copies too. After so many of ours, the disk is looked at again. */
const COPIES_BETWEEN_LOOKS = 50;
/** More is removed than needed, so that not every copy removes one. */
const SPARE_SHARE = 0.1;

/** Keeps the copies within a number of bytes, by removing those that were not used for the longest time. */
export function openBudget({ kept, held, bytes }: { kept: string; held: string; bytes: number }): Budget {
  let usedBytes = 0;
  let copies = COPIES_BETWEEN_LOOKS;
  let reservedBytes = 0;

  const makeRoom = async (needed: number): Promise<void> => {
    const found = await copiesIn(kept);
    usedBytes = found.reduce((sum, copy) => sum + copy.bytes, 0) + (await onlyHeldBytes(held));
    const limit = bytes - reservedBytes - needed;
    if (usedBytes <= limit) return;
    for (const copy of found.filter(({ isHeld }) => !isHeld).sort((one, other) => one.usedAt - other.usedAt)) {
      if (usedBytes <= limit - bytes * SPARE_SHARE) return;
      await rm(copy.folder, { recursive: true, force: true });
      usedBytes -= copy.bytes;
    }
  };

  return {
    async reserve(address, sizeBytes, signal) {
      if (sizeBytes > bytes) throw spoolFull(address, sizeBytes, bytes);
      copies += 1;
      if (copies > COPIES_BETWEEN_LOOKS || usedBytes + reservedBytes + sizeBytes > bytes) {
        copies = 0;
        await makeRoom(sizeBytes);
      }
      signal?.throwIfAborted();
      if (usedBytes + reservedBytes + sizeBytes > bytes) throw spoolFull(address, sizeBytes, bytes);
      reservedBytes += sizeBytes;
      return () => {
        reservedBytes -= sizeBytes;
        usedBytes += sizeBytes;
      };
    },
  };
}

/** Folders of versions, each with one copy. */
async function copiesIn(kept: string): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of await namesIn(kept)) {
    const folder = join(kept, name);
    for (const copy of await namesIn(folder)) {
      const found = await stat(join(folder, copy)).catch(() => undefined);
      if (found) copies.push({ folder, bytes: found.size, usedAt: found.atimeMs, isHeld: found.nlink > 1 });
    }
  }
  return copies;
}

/** What is held and no longer kept. */
async function onlyHeldBytes(held: string): Promise<number> {
  let sum = 0;
  for (const name of await namesIn(held)) {
    for (const copy of await namesIn(join(held, name))) {
      const found = await stat(join(held, name, copy)).catch(() => undefined);
      if (found?.nlink === 1) sum += found.size;
    }
  }
  return sum;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
