import type { Command } from 'commander';
import { wholeNumber } from './values.js';

/** The default length of a list. */
export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000_000;

export function addLimit(command: Command, words = `At most this many (${DEFAULT_LIMIT})`): Command {
  return command.option('--limit <n>', words, wholeNumber('--limit', { min: 1, max: MAX_LIMIT }));
}
