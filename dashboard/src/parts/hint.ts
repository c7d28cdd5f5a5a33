import { CasparianApiError, type Schemas } from '../../../src/client/index.js';

/** What to do about an error, as sentences. */
export function hintTexts(error: unknown): string[] {
  return error instanceof CasparianApiError ? error.next.map(hintText) : [];
}

/** A hint with its action as a command to paste. */
export function hintText(hint: Schemas['Hint']): string {
  if (typeof hint === 'string') return hint;
  const command = hint.action === undefined ? [] : ['casparian', ...hint.action.split('.')];
  const options = Object.entries(hint.options ?? {}).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`;
    return value === true ? [flag] : [flag, String(value)];
  });
  const line = shellLine([...command, ...(hint.arguments ?? []), ...options]);
  return hint.text.includes('{}') ? hint.text.replace('{}', () => line) : `${hint.text}: ${line}`;
}

/** Words as one line that a shell reads as the same words. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
