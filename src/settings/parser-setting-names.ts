import type { SettingName } from './table.js';

/** The settings that can be set for a single parser. */
export const PARSER_SETTING_NAMES = [
  'quarantine_threshold',
  'max_quarantine_rows',
  'parser_timeout_seconds',
  'parser_cpu_seconds',
  'parser_memory_bytes',
  'parser_environment',
  'sandbox',
  'sandbox_read',
  'parser_network',
] as const satisfies readonly SettingName[];

/** The settings that `[validation]` can set. */
export const VALIDATION_NAMES = [
  'quarantine_threshold',
  'max_quarantine_rows',
] as const satisfies readonly SettingName[];

export type ParserSettingName = (typeof PARSER_SETTING_NAMES)[number];
