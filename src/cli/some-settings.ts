import type { SettingName, Settings } from '../app/index.js';
import type { Invocation } from './invocation.js';

/**
 * Some of the settings, for a command that must not fail because of another one, such as the database's. The
 * application is loaded when it is called: it takes a third of a second, which a command may have better use for.
 */
export async function someSettings<Name extends SettingName>(
  invocation: Invocation,
  names: readonly Name[],
): Promise<Pick<Settings, Name>> {
  const { resolveSettings } = await import('../app/index.js');
  const { settingInputs } = await import('./session.js');
  const { flags, ...surroundings } = settingInputs(invocation);
  const asked = new Set<string>(names);
  const relevant = Object.fromEntries(Object.entries(flags).filter(([name]) => asked.has(name)));
  const resolved = await resolveSettings({ flags: relevant, ...surroundings });
  const wanted = resolved.filter(({ name }) => asked.has(name));
  for (const { problem } of wanted) if (problem) throw problem;
  return Object.fromEntries(wanted.map(({ name, value }) => [name, value])) as Pick<Settings, Name>;
}
