import type { ConfigFile } from './config-file.js';
import type { Given, SettingInputs } from './given.js';
import { PARSER_SETTING_NAMES, type ParserSettingName } from './parser-setting-names.js';
import { configFiles, loadSettings, resolveOne } from './resolve.js';
import type { ResolvedSetting } from './resolved-setting.js';
import type { Settings } from './table.js';

export type ParserSettings = Pick<Settings, ParserSettingName>;

/** A setting of one parser in a file. */
export interface ResolvedParserSetting extends ResolvedSetting {
  readonly parser: string;
  readonly name: ParserSettingName;
}

/** The settings of single parsers, each with its source. */
export async function resolveParserSettings(inputs: SettingInputs): Promise<ResolvedParserSetting[]> {
  const files = await configFiles(inputs);
  const parsers = new Set(files.flatMap((file) => [...file.parsers.keys()]));
  return [...parsers].flatMap((parser) =>
    PARSER_SETTING_NAMES.flatMap((name) => {
      const given = ownValue(parser, name, files);
      return given === undefined ? [] : [{ ...resolveOne(name, given, {}), parser, name }];
    }),
  );
}

/**
 * The settings that apply to a parser, by its name. Its own settings win over the general ones from any source except a
 * flag, which is meant for this run.
 */
export async function loadParserSettings(inputs: SettingInputs): Promise<(parser: string) => ParserSettings> {
  const settings = await loadSettings(inputs);
  const own = await resolveParserSettings(inputs);
  for (const { problem } of own) if (problem) throw problem;
  const general = Object.fromEntries(PARSER_SETTING_NAMES.map((name) => [name, settings[name]]));
  return (wanted) => {
    const special = own.filter(({ parser, name }) => parser === wanted && inputs.flags[name] === undefined);
    const values = Object.fromEntries(special.map(({ name, value }) => [name, value]));
    return { ...general, ...values } as unknown as ParserSettings;
  };
}

function ownValue(parser: string, name: ParserSettingName, files: readonly ConfigFile[]): Given | undefined {
  const file = files.find(({ parsers }) => Object.hasOwn(parsers.get(parser) ?? {}, name));
  if (!file) return undefined;
  const source = { kind: 'file', name: `[parsers.${parser}] of ${file.path}` } as const;
  return { raw: file.parsers.get(parser)?.[name], source, relativeTo: file.folder };
}
