import { CasparianError } from '../../platform/index.js';

const LONGEST_NAME = 128;

/**
 * The name of an output becomes the name of a file. It comes from the user's code, so it is held to what is a plain
 * file name everywhere: no folders, no hidden files.
 */
export function checkedOutputName(name: string, whose: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]*$/u.test(name) && name.length <= LONGEST_NAME) return name;
  throw new CasparianError('PARSER_INVALID', `${whose} cannot be ${JSON.stringify(name)}`, {
    why: 'It names the output file: letters, digits, "_", "-", "." and spaces, not beginning with a dot.',
  });
}
