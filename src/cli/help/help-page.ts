import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { commandPath } from './command-path.js';

/**
 * The help page of a command beyond its description, in Markdown; empty without one. Both the terminal and
 * docs/reference/cli.md show it, so it is written once. A separate file, read only for help.
 */
export function helpPage(command: Command): string {
  const file = new URL(`pages/${pageName(command)}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** `casparian task submit` has task-submit.md, the program itself casparian.md. */
export function pageName(command: Command): string {
  const words = commandPath(command).split(' ');
  return `${words.slice(words.length > 1 ? 1 : 0).join('-')}.md`;
}
