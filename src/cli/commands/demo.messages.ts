import type { Demo, DemoStep } from '../../app/index.js';
import { formatDuration, shellLine, shellWord } from '../../platform/index.js';
import { hintText } from '../output/hint-text.js';
import type { Output } from '../output/output.js';
import type { ShownStep } from './demo/demo-json.js';

const CONTENTS = [
  ['inbox/invoices', 'two CSV files with invalid dates'],
  ['inbox/logs', 'the log file of a pump'],
  ['inbox/office', 'an Excel file, and a CSV file in a legacy encoding'],
  ['parsers', 'one in TypeScript, one in Python, 20 lines each'],
] as const;

const NEXT = [
  ['cat parsers/invoices.ts', 'a contract, and the code that reads a file'],
  ['casparian quarantine list', "'next week' is not a date: fix it, then replay"],
  ["casparian query 'select * from quarantine'", 'jobs and files are tables as well'],
  ['casparian start --watch inbox/invoices --tag invoices', 'then copy files into the folder'],
] as const;
const NEXT_WIDTH = Math.max(...NEXT.map(([line]) => line.length));

export function beginningText({ folder, leftOut }: Demo): string {
  return [
    `From messy files to clean data, in ${folder}`,
    ...CONTENTS.map(([place, words]) => `  ${place.padEnd(16)}${words}`),
    ...leftOut.map(({ what, why }) => `Skipped: ${what}. ${why}.`),
  ].join('\n');
}

/** The title of a step, and the command to type. */
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
    `\nDone in ${formatDuration(took)}.`,
    ...leftOut.map(({ what, next }) => `${what}: left out. ${next.map(hintText).join(' ')}`),
    '\nContinue in this folder. It has its own home and database; nothing else was changed:',
    `  cd ${shellWord(folder)}`,
    ...(misleading.length === 0 ? [] : [`  unset ${misleading.join(' ')}`]),
    ...(program === undefined ? [] : [`  alias casparian=${shellWord(shellLine(program))}`]),
    ...NEXT.map(([line, words]) => `  ${line.padEnd(NEXT_WIDTH)}   # ${words}`),
    `Remove it: rm -r ${shellWord(folder)}`,
  ].join('\n');
}

export function failedText({ folder }: Demo): string {
  return `\nThis step failed, and the next steps need it. The files are in ${folder}.`;
}
