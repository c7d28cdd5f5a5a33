import { type Command, Help } from 'commander';
import { examplesOf } from '../examples.js';
import { SHARED_HEADING } from '../options/shared.js';
import { asText } from './as-text.js';
import { helpPage } from './help-page.js';

const TERMINAL_WIDTH = 80;
/** Longer lines are hard to read, however wide the terminal. */
const WIDEST = 120;

/** Below what a command declares: what else there is to say about it, and examples, where the eye ends up. */
export function addHelp(command: Command): void {
  command.addHelpText('after', () => {
    const width = Math.min(command.configureOutput().getOutHelpWidth?.() ?? TERMINAL_WIDTH, WIDEST);
    const parts = [asText(helpPage(command), width), examplesText(command)];
    return parts.flatMap((part) => (part === '' ? [] : [`\n${part}`])).join('\n');
  });
}

/** What a command has of its own comes before what all have. */
export function formatHelp(command: Command, help: Help): string {
  const text = Help.prototype.formatHelp.call(help, command, help);
  const sections = text.trimEnd().split('\n\n');
  const isShared = (section: string): boolean => section.startsWith(SHARED_HEADING);
  return `${[...sections.filter((one) => !isShared(one)), ...sections.filter(isShared)].join('\n\n')}\n`;
}

function examplesText(command: Command): string {
  const list = examplesOf(command);
  if (list.length === 0) return '';
  const width = Math.max(...list.map(([line]) => line.length));
  return ['Examples:', ...list.map(([line, words]) => `  ${line.padEnd(width)}   ${words}`.trimEnd())].join('\n');
}
