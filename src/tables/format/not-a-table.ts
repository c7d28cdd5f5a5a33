import { CasparianError, shellWord } from '../../platform/index.js';
import { NAMED_NOTES } from './named.js';
import type { promiseOf } from './name-hint.js';
import type { Signature } from './signature.js';

/** Why a file cannot be read without a parser, and what to do instead. */
export function notATable(name: string, why: string): CasparianError {
  return new CasparianError('INPUT_NOT_A_TABLE', `'${name}' is not read as a table`, {
    why,
    next: [
      `See what is in it: casparian preview ${shellWord(name)}`,
      'Say how to read it (--delimiter, --encoding, --input-format), or run a parser over it: casparian run your_parser.py FILE',
    ],
  });
}

/** What is wrong with a text in which no table was found. */
export function noTableReason(promise: ReturnType<typeof promiseOf>, head: string): string {
  const start = head.trim().slice(0, 30);
  if (start === '') return 'It has nothing but blanks.';
  if (promise === 'json' || promise === 'lines') {
    return `It is named like JSON, but begins with ${JSON.stringify(start)}: records are objects or lists.`;
  }
  return 'Its lines have no delimiter and no columns in common.';
}

/** What a file is whose first bytes name a format that is not read, or not inside of another. */
export function signatureReason(signature: Signature): string {
  if (signature === 'gzip' || signature === 'parquet') return `It is ${signature}, packed once more. Unpack it once.`;
  return NAMED_NOTES[signature];
}
