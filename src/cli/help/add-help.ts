import { type Command, Help } from 'commander';
import { type Examples, examplesOf } from '../examples.js';
import { SHARED_HEADING } from '../options/shared.js';
import { asText } from './as-text.js';
import { helpPage } from './help-page.js';

const TERMINAL_WIDTH = 80;
/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 120;

/** Adds the help page and the examples below the options of a command. */
export function addHelp(command: Command): void {
  command.addHelpText('after', () => {
    const width = Math.min(command.configureOutput().getOutHelpWidth?.() ?? TERMINAL_WIDTH, WIDEST);
    const parts = [asText(helpPage(command), width), ...examplesOf(command).map(examplesText)];
    return parts.flatMap((part) => (part === '' ? [] : [`\n${part}`])).join('\n');
  });
}

/** The command's own options come before the shared ones, and the commands of the program before its options. */
export function formatHelp(command: Command, help: Help): string {
  const text = Help.prototype.formatHelp.call(help, command, help);
  const sections = text.trimEnd().split('\n\n');
  const comesLast = (section: string): boolean =>
    section.startsWith(SHARED_HEADING) || (command.parent === null && section.startsWith('Options:'));
  return `${[...sections.filter((one) => !comesLast(one)), ...sections.filter(comesLast)].join('\n\n')}\n`;
}

function examplesText({ heading, list }: Examples): string {
  const width = Math.max(...list.map(([line]) => line.length));
  return [`${heading}:`, ...list.map(([line, words]) => `  ${line.padEnd(width)}   ${words}`.trimEnd())].join('\n');
}
