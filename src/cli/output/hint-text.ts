import type { ActionHint, Hint } from '../../platform/index.js';
import { shellLine } from './shell-word.js';

/** A hint as a line to read, its action as a command to paste. */
export function hintText(hint: Hint): string {
  if (typeof hint === 'string') return hint;
  const command = commandLine(hint);
  return hint.text.includes('{}') ? hint.text.replace('{}', () => command) : `${hint.text}: ${command}`;
}

function commandLine({ action, arguments: given = [], options = {} }: ActionHint): string {
  const command = action === undefined ? [] : ['casparian', ...action.split('.')];
  return shellLine([...command, ...given, ...Object.entries(options).flatMap(optionWords)]);
}

function optionWords([name, value]: [string, string | number | true]): string[] {
  const flag = `--${name.replaceAll('_', '-')}`;
  return value === true ? [flag] : [flag, String(value)];
}
