import { refusal, specInvalid } from './refusal.js';
import { requirePassable } from './values.js';

/** What Linux takes as one argument, without the null character behind it. */
export const MAX_ARGUMENT_BYTES = 128 * 1_024 - 1;

export function readCommand(given: unknown): readonly [string, ...string[]] {
  if (typeof given === 'string') throw shellString(given);
  if (!Array.isArray(given) || given.length === 0)
    throw refusal('command', given, 'a list: the program and its arguments');
  const [program, ...args] = given.map((word: unknown, index) => readWord(`command[${index}]`, word));
  if (program === undefined || program === '')
    throw refusal('command[0]', program, 'the name or the path of a program');
  return [program, ...args];
}

function readWord(field: string, word: unknown): string {
  if (typeof word !== 'string') throw refusal(field, word, 'a text, in quotes');
  const bytes = Buffer.byteLength(requirePassable(field, word));
  if (bytes <= MAX_ARGUMENT_BYTES) return word;
  throw specInvalid(field, `has ${bytes} bytes`, {
    why: `One argument of a program may have at most ${MAX_ARGUMENT_BYTES} bytes.`,
    next: ['Give it to the program as its payload, on stdin or in a file.'],
  });
}

function shellString(given: string): Error {
  const words = given.split(/\s+/).filter((word) => word !== '');
  return refusal('command', given, 'a list: no shell takes it apart, so that blanks and quotes mean nothing', {
    next: [
      `Write it as a list: ${JSON.stringify(words.length > 0 ? words : ['program', 'argument'])}`,
      `Where a shell is needed, name it: ["sh", "-c", "…"]`,
    ],
  });
}
