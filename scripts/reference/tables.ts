import { hintText } from '../../src/cli/output/hint-text.js';
import { ERROR_CODES, type ErrorCode, errorCodeJson, type Hint } from '../../src/platform/index.js';
import { type SettingDefinition, SETTINGS } from '../../src/settings/index.js';
import { code } from './markdown.js';

/** The rows of errors.md. */
export function errorRows(): string[] {
  return (Object.keys(ERROR_CODES) as ErrorCode[]).map((name) => {
    const { exit, retryable, explain, next } = errorCodeJson(name);
    const meaning = [explain, ...next.map(hintMarkdown)].join(' ');
    return `| ${code(name)} | ${exit} | ${retryable ? 'yes' : 'no'} | ${meaning} |`;
  });
}

/** A hint as a sentence, its command as code. */
function hintMarkdown(hint: Hint): string {
  return typeof hint === 'string' ? hint : `${hint.text}: ${code(hintText({ ...hint, text: '{}' }))}.`;
}

/** The rows of configuration.md. */
export function settingRows(): string[] {
  return Object.entries(SETTINGS).map(([name, setting]) => {
    const { env, aliases = [], flag, kind, derived, description, ...rest }: SettingDefinition = setting;
    const fixed = rest.default === undefined ? '–' : code(JSON.stringify(rest.default).replaceAll('"', ''));
    const cells = [code(name), [env, ...aliases].map(code).join(', '), flag ? code(flag) : '–', kind.expected];
    return `| ${[...cells, derived?.description ?? fixed.replace('`[]`', 'none'), description].join(' | ')} |`;
  });
}

/** Replaces the rows that begin with code; the other lines are hand-written and stay. */
export function withRows(page: string, rows: readonly string[]): string {
  const isRow = (line: string): boolean => line.startsWith('| `');
  const lines = page.split('\n');
  const kept = lines.filter((line) => !isRow(line));
  return kept.toSpliced(lines.findIndex(isRow), 0, ...rows).join('\n');
}
