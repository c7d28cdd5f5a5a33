import { BOOL_WORDS, NULL_WORDS } from '../../../contract/index.js';
import { shapeOf, type Shape } from './shape.js';

export const LONGEST_WORD = 9;

interface Word {
  readonly bytes: Uint8Array;
  readonly shape: Shape;
}

const WORDS: ReadonlyMap<number, Word> = new Map(wordEntries());

/** The shape of a word with a meaning; -1 for others. */
export function classifyWord(bytes: Uint8Array, start: number, end: number): Shape {
  if (end - start > LONGEST_WORD) return -1;
  const word = WORDS.get(hashOf(bytes, start, end));
  if (word === undefined || word.bytes.length !== end - start) return -1;
  for (let at = start; at < end; at += 1) if (bytes[at] !== word.bytes[at - start]) return -1;
  return word.shape;
}

/** FNV-1a. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}

function wordEntries(): [number, Word][] {
  const entry = (text: string, shape: Shape): [number, Word] => {
    const bytes = Buffer.from(text);
    return [hashOf(bytes, 0, bytes.length), { bytes, shape }];
  };
  const bools = BOOL_WORDS.flatMap((word, index) => spellings(word).map((text) => entry(text, shapeOf('bool', index))));
  const infinities = ['inf', 'infinity'].flatMap((word) =>
    spellings(word).flatMap((text) => [entry(text, shapeOf('infinite')), entry(`-${text}`, shapeOf('infinite'))]),
  );
  return [...bools, ...infinities, ...NULL_WORDS.map((text, index) => entry(text, shapeOf('nullWord', index)))];
}

/** As people type them: `yes`, `Yes`, `YES`. */
function spellings(word: string): string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}
