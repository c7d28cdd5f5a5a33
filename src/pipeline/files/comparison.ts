import { type Stats, statSync } from 'node:fs';
import type { KnownFiles } from './known-files.js';
import { type FileSignature, type RecordedSignature, signatureOf } from './signature.js';
import { tagsWith } from './tags.js';

/**
 * File systems tell times apart by ticks of up to 10 ms. A file that was changed within the last ones may change again
 * without its times telling.
 */
const TICKS_US = 20_000;

/**
 * Times in milliseconds are fractions, exact to a quarter of a microsecond: one more or less is the same. Exact ones, as
 * BigInt, would make the walk a fifth slower.
 */
export function hasSameSignature({ size, mtimeMs, ctimeMs }: Stats, known: KnownFiles, place: number): boolean {
  return (
    known.sizes[place] === size &&
    Math.abs((known.modified[place] as number) - mtimeMs * 1_000) <= 1 &&
    Math.abs((known.changed[place] as number) - ctimeMs * 1_000) <= 1
  );
}

/** To go with the hash that is known: what the file looks like by now may belong to another content. */
export function knownSignature({ sizes, modified, changed }: KnownFiles, place: number): RecordedSignature {
  return {
    sizeBytes: sizes[place] as number,
    modifiedUs: modified[place] as number,
    changedUs: changed[place] as number,
  };
}

/**
 * The signature to record with a hash that is taken after it. Without the ctime if that is only now: no file has this
 * signature, so the next look hashes it again. Undefined for what is no file any more.
 */
export function signatureBeforeHashing(path: string): FileSignature | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const signature = signatureOf(stats);
  const isSettled = Date.now() * 1_000 - signature.changedUs > TICKS_US;
  return isSettled ? signature : { ...signature, changedUs: 0 };
}

/** Whether a recorded set has all these tags. Neighbours mostly have the same ones, so the last answer is kept. */
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
