import {
  loadParserSettings,
  loadSettings,
  type ParserSettings,
  resolveSettings,
  type SettingDefinition,
  type SettingInputs,
  type SettingName,
  type Settings,
  SETTINGS,
} from '../settings/index.js';
import type { Invocation } from './invocation.js';

/** The settings from the command line, the environment and the files of this machine. */
export function settingsOf(invocation: Invocation): Promise<Settings> {
  return loadSettings(settingInputs(invocation));
}

/** Some of the settings, for a command that must not fail because of another one, such as the database. */
export async function someSettings<Name extends SettingName>(
  invocation: Invocation,
  names: readonly Name[],
): Promise<Pick<Settings, Name>> {
  const { flags, ...surroundings } = settingInputs(invocation);
  const asked = new Set<string>(names);
  const relevant = Object.fromEntries(Object.entries(flags).filter(([name]) => asked.has(name)));
  const resolved = await resolveSettings({ flags: relevant, ...surroundings });
  const wanted = resolved.filter(({ name }) => asked.has(name));
  for (const { problem } of wanted) if (problem) throw problem;
  return Object.fromEntries(wanted.map(({ name, value }) => [name, value])) as Pick<Settings, Name>;
}

/** The settings in force for a parser, by its name. */
export function parserSettingsOf(invocation: Invocation): Promise<(parser: string) => ParserSettings> {
  return loadParserSettings(settingInputs(invocation));
}

/** Whether the user has set the setting, so that it is not the default. */
export async function givenByUser(invocation: Invocation, name: SettingName): Promise<boolean> {
  const settings = await resolveSettings(settingInputs(invocation));
  return settings.some((setting) => setting.name === name && setting.source.kind !== 'default');
}

export function settingInputs({ options }: Invocation): SettingInputs {
  return { flags: flagsOf(options), env: process.env, cwd: process.cwd() };
}

/** The settings with their own option: `--metrics-port` is `metricsPort` in commander. */
function flagsOf(options: object): SettingInputs['flags'] {
  const given = options as Record<string, unknown>;
  const flags: Partial<Record<SettingName, unknown>> = {};
  for (const [name, { flag }] of Object.entries(SETTINGS) as [SettingName, SettingDefinition][]) {
    const attribute = flag?.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (attribute !== undefined && given[attribute] !== undefined) flags[name] = given[attribute];
  }
  return flags;
}
