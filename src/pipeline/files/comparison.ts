import { type Stats, statSync } from 'node:fs';
import type { KnownFiles } from './known-files.js';
import { type FileSignature, type RecordedSignature, signatureOf } from './signature.js';
import { tagsWith } from './tags.js';

/**
 * File systems record times in ticks of up to 10 ms. A file that changed within the last ticks may change again without
 * a change of its times.
 */
const TICKS_US = 20_000;

/**
 * Times in milliseconds are fractions, exact to a quarter of a microsecond: a difference of one is ignored. Exact times
 * as BigInt would make the walk 20 % slower.
 */
export function hasSameSignature({ size, mtimeMs, ctimeMs }: Stats, known: KnownFiles, place: number): boolean {
  return (
    known.sizes[place] === size &&
    Math.abs((known.modified[place] as number) - mtimeMs * 1_000) <= 1 &&
    Math.abs((known.changed[place] as number) - ctimeMs * 1_000) <= 1
  );
}

/** Belongs to the known hash: the file's current signature may belong to other content. */
export function knownSignature({ sizes, modified, changed }: KnownFiles, place: number): RecordedSignature {
  return {
    sizeBytes: sizes[place] as number,
    modifiedUs: modified[place] as number,
    changedUs: changed[place] as number,
  };
}

/**
 * The signature to record with a hash that is computed after it. If the ctime is too recent, it is left out: no file
 * has this signature, so the next scan hashes it again. Undefined if the file no longer exists.
 */
export function signatureBeforeHashing(path: string): FileSignature | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const signature = signatureOf(stats);
  const isSettled = Date.now() * 1_000 - signature.changedUs > TICKS_US;
  return isSettled ? signature : { ...signature, changedUs: 0 };
}

/**
 * Whether a recorded set has all these tags. Neighbouring files mostly have the same tags, so the last result is
 * cached.
 */
export function createTagCheck(tags: readonly string[]): (recorded: string) => boolean {
  let last: string | undefined;
  let answer = false;
  return (recorded) => {
    if (recorded !== last) {
      last = recorded;
      answer = tagsWith(recorded, tags) === recorded;
    }
    return answer;
  };
}
