import type { ResolvedParserSetting } from './parser-settings.js';
import type { SettingDefinition } from './setting-definition.js';
import { SETTINGS } from './table.js';
import { type ResolvedSetting, type SettingSource, shownValue } from './resolved-setting.js';

/** All settings by name, and those of single parsers by parser. */
export interface ConfigJson {
  readonly settings: Readonly<Record<string, SettingJson>>;
  readonly parsers: Readonly<Record<string, Readonly<Record<string, SettingJson>>>>;
}

export interface SettingJson {
  readonly value: unknown;
  readonly source: SettingSource['kind'];
  readonly from: string | null;
  readonly problem?: string;
}

export function configJson(
  settings: readonly ResolvedSetting[],
  ofParsers: readonly ResolvedParserSetting[],
): ConfigJson {
  const parsers = [...new Set(ofParsers.map(({ parser }) => parser))];
  return {
    settings: settingsJson(settings),
    parsers: Object.fromEntries(
      parsers.map((name) => [name, settingsJson(ofParsers.filter(({ parser }) => parser === name))]),
    ),
  };
}

/** Every setting with what it is for, as the server shows it. */
export function describedSettings(
  settings: readonly ResolvedSetting[],
): Record<string, SettingJson & { readonly description: string; readonly is_secret: boolean }> {
  return Object.fromEntries(
    settings.map((setting) => {
      const { description, secret = false }: SettingDefinition = SETTINGS[setting.name];
      return [setting.name, { ...settingJson(setting), description, is_secret: secret }];
    }),
  );
}

function settingsJson(settings: readonly ResolvedSetting[]): Record<string, SettingJson> {
  return Object.fromEntries(settings.map((setting) => [setting.name, settingJson(setting)]));
}

function settingJson({ name, value, source, problem }: ResolvedSetting): SettingJson {
  return {
    value: shownValue(name, value) ?? null,
    source: source.kind,
    from: source.kind === 'default' ? null : source.name,
    ...(problem ? { problem: problem.message } : {}),
  };
}
