export type { SettingInputs } from './given.js';
export { loadParserSettings, resolveParserSettings } from './parser-settings.js';
export type { ParserSettings, ResolvedParserSetting } from './parser-settings.js';
export { loadSettings, resolveSettings } from './resolve.js';
export { shownValue } from './resolved-setting.js';
export type { ResolvedSetting, SettingSource } from './resolved-setting.js';
export { SETTINGS } from './table.js';
export type { SettingName, Settings } from './table.js';
export type { SettingDefinition } from './setting-definition.js';
