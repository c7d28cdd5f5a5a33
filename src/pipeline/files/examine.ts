import { createTagCheck, hasSameSignature, knownSignature, signatureBeforeHashing } from './comparison.js';
import type { Hashing } from './hashing.js';
import { FOUND, type KnownFiles, MISSING } from './known-files.js';
import type { Recorder } from './recorder.js';
import type { FoundFile } from './walk.js';

export interface Examination {
  readonly known: KnownFiles;
  readonly tags: readonly string[];
  readonly rehash: boolean;
  readonly hashing: Hashing;
  readonly recorder: Recorder;
}

/** What a file needs. */
export type Verdict = 'nothing' | 'recording' | 'hashing' | 'gone';

/** Decides what each file needs (mostly nothing) and passes it on. */
export function examiner({ known, tags, rehash, hashing, recorder }: Examination): (file: FoundFile) => Verdict {
  const hasAllTags = createTagCheck(tags);
  const hash = (path: string): Verdict => {
    const signature = signatureBeforeHashing(path);
    if (!signature) return 'gone';
    hashing.add({ path, signature });
    return 'hashing';
  };
  return ({ path, stats }) => {
    const place = known.places.get(path);
    if (place === undefined) return hash(path);
    const isSame = !rehash && hasSameSignature(stats, known, place);
    const signature = knownSignature(known, place);
    known.sizes[place] = FOUND;
    if (!isSame) return hash(path);
    const note = known.notes[place];
    if (typeof note !== 'string' || (note !== MISSING && hasAllTags(note))) return 'nothing';
    recorder.add({ path, signature, hash: undefined });
    return 'recording';
  };
}
