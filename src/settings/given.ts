import type { ConfigFile } from './config-file.js';
import { type SettingSource, shownValue } from './resolved-setting.js';
import type { SettingDefinition } from './setting-definition.js';
import { type SettingName, SETTINGS } from './table.js';

/** The sources of values besides files. A flag is listed under the setting that it sets. */
export interface SettingInputs {
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** A value as it was given, before it is parsed. */
export interface Given {
  readonly raw: unknown;
  readonly source: SettingSource;
  /** The base of relative paths in it. */
  readonly relativeTo: string;
}

/** The value with the highest precedence: flag > environment > files, in their order. */
export function givenValue(name: SettingName, inputs: SettingInputs, files: readonly ConfigFile[]): Given | undefined {
  return fromFlag(name, inputs) ?? fromEnvironment(name, inputs) ?? fromFiles(name, files);
}

/** "CASPARIAN_LEASE_SECONDS='abc'", "--concurrency 'x'", "lease_seconds='abc' in /etc/casparian.toml". */
export function describeGiven(name: SettingName, { raw, source }: Given): string {
  const value = String(shownValue(name, typeof raw === 'string' ? raw : JSON.stringify(raw)));
  if (source.kind === 'file') return `${name}='${value}' in ${source.name}`;
  return `${source.name}${source.kind === 'flag' ? ' ' : '='}'${value}'`;
}

function fromFlag(name: SettingName, { flags, cwd }: SettingInputs): Given | undefined {
  const raw = flags[name];
  if (raw === undefined) return undefined;
  const { flag = name }: SettingDefinition = SETTINGS[name];
  return { raw, source: { kind: 'flag', name: flag }, relativeTo: cwd };
}

/** An empty variable counts as unset. */
function fromEnvironment(name: SettingName, { env, cwd }: SettingInputs): Given | undefined {
  const { env: own, aliases = [] }: SettingDefinition = SETTINGS[name];
  const variable = [own, ...aliases].find((candidate) => env[candidate]);
  if (variable === undefined) return undefined;
  return { raw: env[variable], source: { kind: 'environment', name: variable }, relativeTo: cwd };
}

function fromFiles(name: SettingName, files: readonly ConfigFile[]): Given | undefined {
  const file = files.find(({ values }) => Object.hasOwn(values, name));
  return file && { raw: file.values[name], source: { kind: 'file', name: file.path }, relativeTo: file.folder };
}
