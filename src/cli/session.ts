import { openConfiguredEngine } from '../app/index.js';
import type { Engine } from '../engine/index.js';
import type { Logger } from '../platform/index.js';
import type { Settings } from '../settings/index.js';
import type { Invocation } from './invocation.js';
import type { Output } from './output/output.js';
import { settingsOf } from './settings.js';

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

function warningsAsTalk(output: Output): Logger {
  const warn = (fields: object, message: string): void => {
    const reason = 'error' in fields ? ` (${String(fields.error)})` : '';
    output.talk(`Warning: ${message}${reason}`);
  };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn, error: warn };
}
