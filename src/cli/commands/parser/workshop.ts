import { sandboxSettings } from '../../../app/index.js';
import { createWorkshop, type OnStep, pipelineHome, type Workshop } from '../../../pipeline/index.js';
import type { ParserSettings, Settings } from '../../../settings/index.js';

export const WORKSHOP_SETTINGS = ['home', 'python', 'offline', 'vendor'] as const;

/** The workshop for parsers, from the settings. */
export function workshopOf(
  settings: Pick<Settings, (typeof WORKSHOP_SETTINGS)[number]>,
  parsers: (parser: string) => ParserSettings,
  signal: AbortSignal,
  onStep: OnStep,
): Workshop {
  return createWorkshop({
    home: pipelineHome(settings.home),
    python: settings.python,
    offline: settings.offline,
    vendor: settings.vendor,
    environmentNames: (parser) => parsers(parser).parser_environment,
    sandbox: (parser) => sandboxSettings(parsers(parser)),
    env: process.env,
    signal,
    onStep,
  });
}
