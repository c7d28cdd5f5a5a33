import type { KnownFile } from './known-files.js';
import type { FileSignature } from './signature.js';
import { tagsWith } from './tags.js';
import type { FoundFile } from './walk.js';

/**
 * File systems tell times apart by ticks of up to 10 ms. A file that was changed within the last ones may change again
 * without its times telling.
 */
const TICKS_US = 20_000;

export function hasSameSignature({ sizeBytes, modifiedUs, changedUs }: FileSignature, known: KnownFile): boolean {
  return known[1] === sizeBytes && known[2] === modifiedUs && known[3] === changedUs;
}

/** Without the ctime if that is only now: no signature is like this one, so the next look hashes the file again. */
export function trustworthy(file: FoundFile): FoundFile {
  const { path, signature } = file;
  const isSettled = Date.now() * 1_000 - signature.changedUs > TICKS_US;
  return isSettled ? file : { path, signature: { ...signature, changedUs: 0 } };
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
