import { basename, dirname } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import { nameWithoutEndings } from './readable-name.js';

/** The name of an output has at most 200 bytes, and a letter up to four. */
const LONGEST_NAME_CHARS = 50;
/** For a file whose path contains only dates and numbers. */
const NAMELESS = 'data';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/;
/** Examples: 31, 2024q1, 20240131t120000z, q1, kw05, and content hashes. */
const DATE_OR_NUMBER = /^(?:\d+(?:t\d*)?z?|(?:\d{4})?q[1-4]|(?:\d{4})?k?w\d{1,2}|(?=.*\d)(?=.*[a-f])[0-9a-f]{8,})$/;
/** A year, month or day directly after a word: orders2024, orders20240131. */
const DATE_BEHIND = /(?<=\p{L})(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?$/u;

/**
 * The dataset for the rows of a file: its name without dates, numbers and extensions, in lower case, and usable in SQL
 * without quotes. Both `orders-2024-01.csv` and `Orders_2024-02.csv.gz` give `orders`. If nothing is left of the name,
 * the folder's name is used.
 */
export function datasetNameOf(path: string): string {
  return named(nameWithoutEndings(basename(path))) ?? nameOfFolders(dirname(path));
}

/** Checks a name given by a user. */
export function requireDatasetName(name: string): void {
  if (name.length <= LONGEST_NAME_CHARS && /^[\p{Ll}\p{Lo}_][\p{Ll}\p{Lo}\p{M}\p{N}_]*$/u.test(name)) return;
  throw new CasparianError('OPTION_INVALID', `The dataset cannot be called '${name}'`, {
    why: `It is a name in SQL: lower case letters, digits and "_", not a digit first, at most ${LONGEST_NAME_CHARS} characters.`,
  });
}

function nameOfFolders(folder: string): string {
  const parent = dirname(folder);
  return named(basename(folder)) ?? (parent === folder ? NAMELESS : nameOfFolders(parent));
}

function named(text: string): string | undefined {
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .replace(UUID, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  const isDated = parts.some((part) => DATE_OR_NUMBER.test(part));
  const words = parts
    .filter((part) => !DATE_OR_NUMBER.test(part) && !(isDated && MONTH.test(part)))
    .map((part) => part.replace(DATE_BEHIND, ''))
    .filter((part) => part !== '');
  if (words.length === 0) return undefined;
  const name = words.join('_');
  return (/^\p{N}/u.test(name) ? `_${name}` : name).slice(0, LONGEST_NAME_CHARS);
}
