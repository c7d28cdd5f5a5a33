import {
  loadSettings,
  openConfiguredEngine,
  type SettingDefinition,
  type SettingInputs,
  type SettingName,
  type Settings,
  SETTINGS,
} from '../app/index.js';
import type { Engine } from '../engine/index.js';
import type { Logger } from '../platform/index.js';
import type { Invocation } from './invocation.js';
import type { Output } from './output/output.js';

/** The settings as this command line, this environment and the files on this machine have them. */
export function settingsOf(invocation: Invocation): Promise<Settings> {
  return loadSettings(settingInputs(invocation));
}

export function settingInputs({ options }: Invocation): SettingInputs {
  return { flags: flagsOf(options), env: process.env, cwd: process.cwd() };
}

/** Opens the engine for the time of the work. */
export async function withEngine<T>(
  invocation: Invocation,
  work: (engine: Engine, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(invocation);
  const engine = await openConfiguredEngine(settings, warningsAsTalk(invocation.output));
  try {
    return await work(engine, settings);
  } finally {
    await engine.close();
  }
}

/** The settings that have an option of their own: `--metrics-port` is `metricsPort` to commander. */
function flagsOf(options: object): SettingInputs['flags'] {
  const given = options as Record<string, unknown>;
  const flags: Partial<Record<SettingName, unknown>> = {};
  for (const [name, { flag }] of Object.entries(SETTINGS) as [SettingName, SettingDefinition][]) {
    const attribute = flag?.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (attribute !== undefined && given[attribute] !== undefined) flags[name] = given[attribute];
  }
  return flags;
}

function warningsAsTalk(output: Output): Logger {
  const warn = (fields: object, message: string): void => {
    const reason = 'error' in fields ? ` (${String(fields.error)})` : '';
    output.talk(`Warning: ${message}${reason}`);
  };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn, error: warn };
}
