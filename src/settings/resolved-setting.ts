import { maskDatabaseUrl } from '../database/url.js';
import type { CasparianError } from '../platform/index.js';
import type { SettingDefinition } from './setting-definition.js';
import { type SettingName, SETTINGS } from './table.js';

export interface SettingSource {
  readonly kind: 'flag' | 'environment' | 'file' | 'default';
  /** `--db`, `DATABASE_URL`, `/path/casparian.toml`, or the description of a derived default. */
  readonly name: string;
}

export interface ResolvedSetting {
  readonly name: SettingName;
  /** Undefined if the setting is off, or the given value cannot be used. */
  readonly value: unknown;
  readonly source: SettingSource;
  readonly problem?: CasparianError;
}

/** A value for output: addresses without their passwords, and other secrets not at all. */
export function shownValue(name: SettingName, value: unknown): unknown {
  const { secret }: SettingDefinition = SETTINGS[name];
  if (!secret || typeof value !== 'string') return value;
  return /^\w+:/.test(value) ? maskDatabaseUrl(value) : '***';
}
