import { CasparianError } from '../../platform/index.js';

/** Why a file cannot be read without a parser, and what to do instead. */
export function notATable(name: string, why: string): CasparianError {
  return new CasparianError('INPUT_NOT_A_TABLE', `'${name}' is not read as a table`, {
    why,
    next: [
      `See what is in it: casparian preview '${name}'`,
      'Say how to read it (--delimiter, --encoding, --input-format), or run a parser over it: casparian run your_parser.py FILE',
    ],
  });
}
