import {
  resolveParserSettings,
  type ResolvedParserSetting,
  resolveSettings,
  type ResolvedSetting,
  SETTINGS,
  type SettingSource,
  shownValue,
} from '../../settings/index.js';
import { configJson } from '../../settings/settings-json.js';
import { nearest } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { failureDocument, printFailure, ReportedFailure } from '../output/failure.js';
import type { Output } from '../output/output.js';
import { type Column, renderTable } from '../output/table.js';
import { settingInputs } from '../settings.js';

type Shown = ResolvedSetting & Partial<Pick<ResolvedParserSetting, 'parser'>>;

/** Shows all settings even if one is invalid: that is when they are needed most. */
export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const inputs = settingInputs(invocation);
  const settings = await resolveSettings(inputs);
  const ofParsers = await resolveParserSettings(inputs);
  const problem = [...settings, ...ofParsers].find((setting) => setting.problem)?.problem;
  if (output.asJson) {
    output.json({ ...configJson(settings, ofParsers), ...(problem ? failureDocument(problem) : {}) });
  } else {
    output.print(settingsTable([...settings, ...ofParsers], output));
    for (const hint of misspeltVariables(process.env)) output.message(hint);
    if (problem) printFailure(problem, output);
  }
  if (problem) throw new ReportedFailure(problem.exitCode);
}

function settingsTable(settings: readonly Shown[], output: Output): string {
  const columns: Column<Shown>[] = [
    { title: 'SETTING', cell: ({ parser, name }) => (parser === undefined ? name : `parsers.${parser}.${name}`) },
    {
      title: 'VALUE',
      cell: valueText,
      paint: (text, { problem }) => (problem ? output.paint('red', text) : text),
    },
    { title: 'FROM', cell: ({ source }) => sourceText(source) },
  ];
  return renderTable(columns, settings, output.width);
}

function valueText({ name, value, problem }: ResolvedSetting): string {
  if (problem) return '(invalid)';
  const shown = shownValue(name, value);
  if (Array.isArray(shown)) return shown.join(', ') || '–';
  if (shown === undefined) return '–';
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

function sourceText({ kind, name }: SettingSource): string {
  if (kind !== 'default') return name;
  return name === '' ? 'default' : `default: ${name.replaceAll('`', '')}`;
}

/** A typo such as CASPARIAN_LEASE_SECOND=20 has no effect, so it is reported here. */
function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(SETTINGS).map((setting) => setting.env);
  const strange = Object.keys(env).filter(
    (name) => name.startsWith('CASPARIAN_') && !known.some((one) => one === name),
  );
  return strange.map((name) => {
    const guess = nearest(name, known);
    return `Note: ${name} is set, but there is no such setting${guess ? `. Did you mean ${guess}?` : '.'}`;
  });
}
