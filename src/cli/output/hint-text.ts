import { type ActionHint, type Hint, isActionHint, shellLine } from '../../platform/index.js';

/** A hint as text, with its action as a command to paste. */
export function hintText(hint: Hint): string {
  if (typeof hint === 'string') return hint;
  const command = commandLine(hint);
  return hint.text.includes('{}') ? hint.text.replace('{}', () => command) : `${hint.text}: ${command}`;
}

/** Members that contain data of users. They contain no hints. */
const USER_DATA = new Set(['payload', 'result', 'spec', 'progress', 'rows', 'facts']);

/** A JSON document whose hints, which are data, are replaced by their text. */
export function withHintText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHintText);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renderedMember(name, member)]));
}

function renderedMember(name: string, member: unknown): unknown {
  if (USER_DATA.has(name)) return member;
  if (name !== 'next' || !Array.isArray(member)) return withHintText(member);
  return member.map((step: unknown) => (isActionHint(step) ? hintText(step) : step));
}

function commandLine({ action, arguments: given = [], options = {} }: ActionHint): string {
  const command = action === undefined ? [] : ['casparian', ...action.split('.')];
  return shellLine([...command, ...given, ...Object.entries(options).flatMap(optionWords)]);
}

function optionWords([name, value]: [string, string | number | true]): string[] {
  const flag = `--${name.replaceAll('_', '-')}`;
  return value === true ? [flag] : [flag, String(value)];
}
