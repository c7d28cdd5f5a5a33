import type { Demo, DemoStep } from '../../app/index.js';
import { formatDuration } from '../../platform/index.js';
import { hintText } from '../output/hint-text.js';
import type { Output } from '../output/output.js';
import { shellLine, shellWord } from '../output/shell-word.js';
import type { ShownStep } from './demo/demo-json.js';

const CONTENTS = [
  ['inbox/invoices', 'two CSV files with bad dates'],
  ['inbox/logs', 'the log of a pump'],
  ['inbox/office', 'an Excel file, and a CSV file in an old encoding'],
  ['parsers', 'one in TypeScript, one in Python, twenty lines each'],
] as const;

const NEXT = [
  ['cat parsers/invoices.ts', 'a contract, and the lines that make rows of a file'],
  ['casparian quarantine list', "'next week' is still no date: correct it, and replay"],
  ["casparian query 'select * from quarantine'", 'jobs and files are tables, too'],
  ['casparian start --watch inbox/invoices --tag invoices', 'then drop files into it'],
] as const;
const NEXT_WIDTH = Math.max(...NEXT.map(([line]) => line.length));

export function beginningText({ folder, leftOut }: Demo): string {
  return [
    `From messy files to clean data, in ${folder}`,
    ...CONTENTS.map(([place, words]) => `  ${place.padEnd(16)}${words}`),
    ...leftOut.map(({ what, why }) => `Left out: ${what}. ${why}.`),
  ].join('\n');
}

/** What happens and why, and below it the command as one types it. */
export function headingText(step: DemoStep, number: number, output: Output): string {
  return `\n${output.paint('bold', `${number}. ${step.title}`)}\n${output.paint('cyan', `$ ${commandText(step)}`)}`;
}

export function commandText({ act }: DemoStep): string {
  return act.kind === 'command' ? shellLine(['casparian', ...act.args]) : `$EDITOR ${shellWord(act.path)}`;
}

export function endText(demo: Demo, shown: readonly ShownStep[], program: readonly string[] | undefined): string {
  const { folder, misleading, leftOut } = demo;
  const took = shown.reduce((sum, { result }) => sum + result.ms, 0);
  return [
    `\nThat was all of it, in ${formatDuration(took)}.`,
    ...leftOut.map(({ what, next }) => `${what}: left out. ${next.map(hintText).join(' ')}`),
    '\nGo on there; it has a home and a database of its own, and nothing else was touched:',
    `  cd ${shellWord(folder)}`,
    ...(misleading.length === 0 ? [] : [`  unset ${misleading.join(' ')}`]),
    ...(program === undefined ? [] : [`  alias casparian=${shellWord(shellLine(program))}`]),
    ...NEXT.map(([line, words]) => `  ${line.padEnd(NEXT_WIDTH)}   # ${words}`),
    `Remove it: rm -r ${shellWord(folder)}`,
  ].join('\n');
}

export function failedText({ folder }: Demo): string {
  return `\nThis step failed, and the next ones build on it. All of it is in ${folder}.`;
}
