import type { Command } from 'commander';
import { wholeNumber } from './values.js';

/** The default length of a list. */
export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000_000;

/** How long a list is: for programs everything, for people a screen, unless they say otherwise. */
export function limitOf({ limit }: { limit?: number }, { asJson }: { readonly asJson: boolean }): number {
  return limit ?? (asJson ? MAX_LIMIT : DEFAULT_LIMIT);
}

export function addLimit(command: Command, words = `At most this many (${DEFAULT_LIMIT}; with --json all)`): Command {
  return command.option('--limit <n>', words, wholeNumber('--limit', { min: 1, max: MAX_LIMIT }));
}
