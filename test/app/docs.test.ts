import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/app/metrics/registry.js';
import { type SettingDefinition, SETTINGS } from '../../src/settings/index.js';
import { ERROR_CODES } from '../../src/platform/index.js';

const page = (name: string): Promise<string> =>
  readFile(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');

/** The rows of all tables whose first cell is code. */
function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('| `'));
}

test('errors.md lists exactly the codes there are, with what follows from each', async () => {
  const expected = Object.entries(ERROR_CODES).map(
    ([code, { exit, retryable, explain }]) => `| \`${code}\` | ${exit} | ${retryable ? 'yes' : 'no'} | ${explain} |`,
  );
  expect(rowsOf(await page('errors.md'))).toEqual(expected);
});

test('configuration.md lists exactly the settings there are, with variables, options, values and defaults', async () => {
  const code = (text: string): string => `\`${text}\``;
  const expected = Object.entries(SETTINGS).map(([name, setting]) => {
    const { env, aliases = [], flag, kind, derived, description, ...rest }: SettingDefinition = setting;
    const fixed = rest.default === undefined ? '–' : code(JSON.stringify(rest.default).replaceAll('"', ''));
    const cells = [code(name), [env, ...aliases].map(code).join(', '), flag ? code(flag) : '–', kind.expected];
    return `| ${[...cells, derived?.words ?? fixed.replace('`[]`', 'none'), description].join(' | ')} |`;
  });
  expect(rowsOf(await page('configuration.md'))).toEqual(expected);
});

test('metrics.md lists exactly the metrics a worker serves', async () => {
  const database = {
    dialect: 'sqlite',
    query: () => Promise.reject(new Error('away')),
    script: () => Promise.resolve(),
  } as const;
  const scraped = await createMetrics('w1', database).scrape();
  const served = [...scraped.matchAll(/^# TYPE (casparian_\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const listed = rowsOf(await page('metrics.md')).flatMap((row) => {
    const [, name, , type] =
      row.split(' | ').length === 4 ? (/^\| `(casparian_\w+)` \| (.+?) \| (\w+) \|/.exec(row) ?? []) : [];
    return name === undefined ? [] : [`${name} ${type}`];
  });
  expect(listed.sort()).toEqual(served.sort());
});
