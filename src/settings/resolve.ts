import { join } from 'node:path';
import { CasparianError, errorMessage, hint } from '../platform/index.js';
import { CONFIG_FILE_NAME, type ConfigFile, readConfigFile } from './config-file.js';
import { describeGiven, type Given, givenValue, type SettingInputs } from './given.js';
import type { ResolvedSetting } from './resolved-setting.js';
import { withBrokenRules } from './rules.js';
import type { SettingDefinition } from './setting-definition.js';
import { type SettingName, type Settings, SETTINGS } from './table.js';

/** All settings, each with its source: flag > environment > casparian.toml (here, then in the home) > default. */
export async function resolveSettings(inputs: SettingInputs): Promise<ResolvedSetting[]> {
  const files = await configFiles(inputs);
  const values: Record<string, unknown> = {};
  const resolved = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const setting = resolveOne(name, givenValue(name, inputs, files), values);
    values[name] = setting.value;
    return setting;
  });
  return withBrokenRules(resolved);
}

/** The settings. Throws the first problem among them. */
export async function loadSettings(inputs: SettingInputs): Promise<Settings> {
  const resolved = await resolveSettings(inputs);
  for (const { problem } of resolved) if (problem) throw problem;
  return Object.fromEntries(resolved.map(({ name, value }) => [name, value])) as unknown as Settings;
}

/** The file in the working directory wins over the one in the home. A flag, a variable or the first file names the home. */
export async function configFiles(inputs: SettingInputs): Promise<ConfigFile[]> {
  const here = await readConfigFile(join(inputs.cwd, CONFIG_FILE_NAME));
  const files = here ? [here] : [];
  const home = resolveOne('home', givenValue('home', inputs, files), {});
  if (typeof home.value !== 'string') return files;
  const path = join(home.value, CONFIG_FILE_NAME);
  if (path === here?.path) return files;
  const atHome = await readConfigFile(path);
  if (!atHome) return files;
  if (Object.hasOwn(atHome.values, 'home')) throw homeInHome(atHome);
  return [...files, atHome];
}

export function resolveOne(
  name: SettingName,
  given: Given | undefined,
  above: Readonly<Record<string, unknown>>,
): ResolvedSetting {
  const definition: SettingDefinition = SETTINGS[name];
  if (!given) return { name, value: fallback(definition, above), source: defaultSource(definition) };
  const { source } = given;
  try {
    const value = definition.kind.parse(given.raw, given);
    if (value !== undefined) return { name, value, source };
    return { name, value, source, problem: unusable(name, given, definition) };
  } catch (error) {
    return { name, value: undefined, source, problem: unusableBecause(name, given, error) };
  }
}

function fallback(definition: SettingDefinition, above: Readonly<Record<string, unknown>>): unknown {
  if (definition.derived) return definition.derived.from(above);
  // Defaults are parsed like given values, which expands the ~ of the home.
  return definition.default === undefined ? undefined : definition.kind.parse(definition.default, { relativeTo: '/' });
}

function defaultSource({ derived }: SettingDefinition): ResolvedSetting['source'] {
  return { kind: 'default', name: derived?.description ?? '' };
}

function unusable(name: SettingName, given: Given, { kind }: SettingDefinition): CasparianError {
  return new CasparianError('CONFIG_INVALID', `${describeGiven(name, given)} cannot be used`, {
    why: `${name} must be ${kind.expected}.`,
    next: [`Correct ${given.source.name}, or leave it out.`],
  });
}

/** Keeps the code of the kind's error, and adds where the value came from. */
function unusableBecause(name: SettingName, given: Given, cause: unknown): CasparianError {
  const message = `${describeGiven(name, given)} cannot be used`;
  if (!(cause instanceof CasparianError)) {
    return new CasparianError('CONFIG_INVALID', message, { why: errorMessage(cause), cause });
  }
  return new CasparianError(cause.code, message, { why: cause.why, next: cause.next, cause });
}

function homeInHome(file: ConfigFile): CasparianError {
  return new CasparianError('CONFIG_INVALID', `${file.path} sets 'home'`, {
    why: 'This file was found in the home, so it cannot set the home.',
    next: [
      hint('Set CASPARIAN_HOME, pass {}, or move the setting to a casparian.toml in the working directory.', {
        options: { home: 'DIR' },
      }),
    ],
  });
}
